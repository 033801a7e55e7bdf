/** What cats carry, read from the box: attributes by kind, what a cat shares with a fan, how often each attribute has
 * been on stage. Comparing is all that happens here; who must mask what is the server's to say. */
import type { AttributeCard, Staged } from '../protocol';

export type Kind = AttributeCard['kind'];

/** What each kind is called: keys of the texts. */
export const KINDS: Record<Kind, string> = {
  pose: 'club.kind-pose',
  coat: 'club.kind-coat',
  pattern: 'club.kind-pattern',
  accessory: 'club.kind-accessory',
};

export interface Group {
  kind: Kind;
  cards: AttributeCard[];
}

/** The attributes in the order of the box, kind by kind. */
export function grouped(attributes: AttributeCard[]): Group[] {
  const groups: Group[] = [];
  for (const card of attributes) {
    const last = groups.at(-1);
    if (last?.kind === card.kind) last.cards.push(card);
    else groups.push({ kind: card.kind, cards: [card] });
  }
  return groups;
}

/** What a cat has in common with a fan. */
export function common(carries: string[] | undefined, fan: string[]): string[] {
  return (carries ?? []).filter((word) => fan.includes(word));
}

/** How many cats on stage carry each attribute. */
export function onStage(stage: Staged[], cats: Record<string, string[]>): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { cat } of stage) for (const word of cats[cat] ?? []) found[word] = (found[word] ?? 0) + 1;
  return found;
}

/** The places of a fan: what is known of it, in the order in which it became known, then what is still hidden. */
export interface Place {
  word: string | null;
  open: boolean;
}

export function places(known: string[], shown: string[], size: number): Place[] {
  const found: Place[] = known.map((word) => ({ word, open: shown.includes(word) }));
  while (found.length < size) found.push({ word: null, open: false });
  return found;
}

/** Known words in the order of the last look, new ones behind: what lies on a fan stays where it is. */
export function settled(before: string[], now: string[]): string[] {
  return [...before.filter((word) => now.includes(word)), ...now.filter((word) => !before.includes(word))];
}
