/** What cards are called in words, in the player's language. The notation is the same in every language: B7, J22,
 * leap-red. */
import { t, words } from '../lib/texts.svelte';
import { animal } from './animals';

export { type Animal, animal, COLOURS } from './animals';

export function cardName(card: string): string {
  const found = animal(card);
  if (found) return t('common.card', { colour: words().colours[found.colour] ?? '', value: found.value });
  const joker = words().jokers[card];
  if (joker) return joker;
  if (/^J\d*$/.test(card))
    return card === 'J'
      ? (words().loteria.joker ?? '')
      : t('common.joker-as', { value: Number(card.slice(1)) });
  if (/^\d+$/.test(card)) return card;
  const [pose = '', coat = ''] = card.split('-');
  const { attributes } = words();
  return attributes[pose] && attributes[coat]
    ? t('common.cat', { pose: attributes[pose], coat: attributes[coat] })
    : card;
}
