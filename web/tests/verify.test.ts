/** Fair games are found fair, and whatever is changed in a record is found. */
import { describe, expect, it } from 'vitest';
import { digest } from '../src/end/fair';
import { read, verify } from '../src/end/verify';
import type { GameEvent } from '../src/protocol';
import { box, finished, golden } from './recordings';

const GAMES = Object.entries(finished);

/** A record whose checksum fits again: a forger knows how to add up. */
function forged(record: string, change: (text: string) => string): string {
  const text = change(record.slice(0, record.lastIndexOf('checksum: ')));
  return `${text}checksum: ${digest(text)}\n`;
}

/** Exchanges two cards of a deal. */
const swapped = (text: string) => text.replace(/^(deal \d+ \w+: )(\S+) (\S+)/m, '$1$3 $2');

describe.each(golden)('the golden record %s', (_, record) => {
  it('is fair', () => {
    const { commitment, deals } = read(record);
    expect(verify(record, commitment, [], box)).toEqual({ wrong: '', shuffles: deals.length });
    expect(deals.length).toBeGreaterThan(0);
  });

  it('is not, when a shuffle was changed', () => {
    expect(verify(forged(record, swapped), read(record).commitment, [], box).wrong).toBe('shuffle');
  });
});

describe.each(GAMES)('a finished game of %s', (_, { record, commitment, events }) => {
  it('is fair, and dealt as it was shuffled', () => {
    expect(events.length).toBeGreaterThan(2);
    expect(verify(record, commitment, events, box).wrong).toBe('');
  });

  it('is torn when a letter is missing', () => {
    expect(verify(record.replace('players: 3', 'players: 4'), commitment, events, box).wrong).toBe('torn');
    expect(verify(record.slice(0, -100), commitment, events, box).wrong).toBe('torn');
    expect(verify('', commitment, events, box).wrong).toBe('torn');
  });

  it('does not fit another seed', () => {
    const other = forged(record, (text) =>
      text.replace(/^seed: ./m, (seed) => `${seed.slice(0, -1)}${seed.endsWith('0') ? 1 : 0}`),
    );
    expect(verify(other, commitment, events, box).wrong).toBe('commitment');
  });

  it('does not fit another commitment than the one that was published', () => {
    expect(verify(record, '0'.repeat(64), events, box).wrong).toBe('published');
    expect(verify(record, '', events, box).wrong).toBe('published');
  });

  it('is not fair when the players added something else', () => {
    const other = forged(record, (text) => text.replace(/^(commitment: .*)$/m, '$1\nentropy: ["other"]'));
    expect(verify(other, commitment, events, box).wrong).toBe('shuffle');
  });

  it('is not fair when somebody got a card of somebody else', () => {
    const [first, second, ...rest] = events as Extract<GameEvent, { event: 'dealt' }>[];
    if (!first || !second) throw new Error('nothing was dealt');
    const [mine, theirs] = [first.cards[0] ?? '', second.cards[0] ?? ''];
    const exchanged = [
      { ...first, cards: [theirs, ...first.cards.slice(1)] },
      { ...second, cards: [mine, ...second.cards.slice(1)] },
      ...rest,
    ];
    expect(verify(record, commitment, exchanged, box).wrong).toBe('dealt');
  });
});
