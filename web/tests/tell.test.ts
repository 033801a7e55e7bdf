/** What happened, in sentences, from one viewer's side: every event and every reason that golden games know, in every
 * language that is complete. */
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES, speak, words } from '../src/lib/texts.svelte';
import type { GameEvent, Reason } from '../src/protocol';
import { plain, Teller } from '../src/table/tell';
import { box, events, golden } from './recordings';

const NAMES = ['Ada', 'Basile', 'Chloé', 'Dimitri', 'Esme', 'Fritz'];

const told = (event: GameEvent, viewer: number | null, game = 'gracias') => {
  const teller = new Teller({ game, viewer, names: NAMES.slice(0, 4), teams: [0, 1, 0, 1], box });
  return teller.event(event);
};
const sentence = (event: GameEvent, viewer: number | null = null, game?: string) =>
  plain(told(event, viewer, game) ?? []);

describe('an event in English', () => {
  beforeAll(() => speak('en'));

  it('is told to the one who did it, and to everybody else', () => {
    const event = { event: 'card-laid', seat: 1, card: 'B7' } as GameEvent;
    expect(sentence(event, 1, 'moustache')).toBe('You lay blue 7.');
    expect(sentence(event, 0, 'moustache')).toBe('Basile lays blue 7.');
    expect(sentence(event, null, 'moustache')).toBe('Basile lays blue 7.');
  });

  it('keeps its cards, to be drawn', () => {
    const event = { event: 'card-laid', seat: 1, card: 'B7' } as GameEvent;
    expect(told(event, 0, 'moustache')).toContainEqual({ card: 'B7' });
  });

  it('begins with a capital', () => {
    for (const [name] of golden)
      for (const event of events(name.replace('.txt', ''))) {
        const [first] = told(event, 0, name.split('-')[0]) ?? [];
        if (typeof first === 'string') expect(first.charAt(0)).toBe(first.charAt(0).toUpperCase());
      }
  });

  it('says what came off, garment by garment', () => {
    const worn = box.gracias.characters[2]?.garments ?? [];
    const name = (garment: string | undefined) => words().garments[garment ?? ''] ?? '';
    const lost = sentence({ event: 'garments-lost', seat: 2, lost: 2, left: worn.length - 2 } as GameEvent);
    expect(lost).toContain(name(worn[0]));
    expect(lost).toContain(name(worn[1]));
    expect(lost).not.toContain(name(worn[2]));
  });

  it('is not told where it is no news', () => {
    expect(told({ event: 'hidden' } as GameEvent, 0)).toBeNull();
    expect(told({ event: 'dealt', seat: 1, cards: ['1'] } as GameEvent, 0)).toBeNull();
    expect(told({ event: 'dealt', seat: 0, cards: ['1'] } as GameEvent, 0)).not.toBeNull();
  });
});

const COMPLETE = readdirSync(new URL('../../src/moustaches/content/texts', import.meta.url)).map((name) =>
  name.slice(0, 2),
);

describe.each(COMPLETE.filter((language) => language in LANGUAGES))('in %s', (language) => {
  beforeAll(() => speak(language));

  it.each(golden.map(([name]) => name.replace('.txt', '')))('%s is told without a gap', (name) => {
    const game = name.split('-')[0] ?? '';
    for (const viewer of [null, 0, 2])
      for (const event of events(name)) {
        const said = sentence(event, viewer, game);
        expect(said, JSON.stringify(event)).not.toMatch(/[{}]|undefined|NaN/);
        for (const reason of reasons(event)) {
          expect(words().reasons).toHaveProperty([reason.id]);
        }
      }
  });
});

function reasons(event: GameEvent): Reason[] {
  const why = 'why' in event ? event.why : null;
  return why ? [why, ...(why.steps ?? [])] : [];
}
