/** The own hand in order, what is asked for, and the count of a round as an account. */
import { describe, expect, it } from 'vitest';
import { accounts } from '../src/moustache/account';
import { askedFor, cardsOf, initialsOf, sorted } from '../src/moustache/hand';
import type { GameEvent } from '../src/protocol';
import { arranged, moved } from '../src/table/arranged.svelte';

const PLAIN = ['green', 'pink', 'orange', 'blue'];

describe('the hand', () => {
  it('is sorted by colour as the colours stand, then by value, jokers last', () => {
    const cards = ['B10', 'unicorn', 'G7', 'P2', 'G0', 'B2', 'O5'];
    expect(sorted(cards, PLAIN)).toEqual(['G0', 'G7', 'P2', 'O5', 'B2', 'B10', 'unicorn']);
    expect(sorted(cards, [...PLAIN].reverse())).toEqual(['B2', 'B10', 'O5', 'P2', 'G0', 'G7', 'unicorn']);
  });

  it('knows its legal cards from the moves', () => {
    expect([...cardsOf(['play B7', 'play monkey'], 'play')]).toEqual(['B7', 'monkey']);
    expect([...cardsOf(['steal B10'], 'steal')]).toEqual(['B10']);
    expect(cardsOf(['pass G1 G2 G3'], 'play').size).toBe(0);
  });

  it('stays as it was arranged, new cards behind', () => {
    expect(moved(['G1', 'P2', 'B7'], 'G1', 1)).toEqual(['P2', 'G1', 'B7']);
    expect(moved(['G1', 'P2', 'B7'], 'B7', 0)).toEqual(['B7', 'G1', 'P2']);
    expect(moved(['G1', 'P2', 'B7'], 'G1', 9)).toEqual(['P2', 'B7', 'G1']);
    expect(arranged(['P2', 'G1', 'B7'], ['B7', 'O3', 'P2'])).toEqual(['P2', 'B7', 'O3']);
    expect(arranged([], ['G1', 'P2'])).toEqual(['G1', 'P2']);
  });

  it('says what is asked, by what is legal', () => {
    expect(askedFor(['G1', 'P2'], new Set(['G1', 'P2']), null)).toBe('lead');
    expect(askedFor(['G1', 'P2'], new Set(['G1', 'P2']), 'blue')).toBe('any');
    expect(askedFor(['G1', 'P2'], new Set(['P2']), 'pink')).toBe('follow');
    expect(askedFor(['G1', 'P2', 'pigeon'], new Set(['P2', 'pigeon']), 'pink')).toBe('follow-or-joker');
  });
});

describe('a rule card without a picture', () => {
  it('has two letters for its name', () => {
    expect(initialsOf('Kings fall')).toBe('KF');
    expect(initialsOf('les dix tombent')).toBe('LD');
    expect(initialsOf('Harlekin')).toBe('Ha');
    expect(initialsOf('«Усы» вниз')).toBe('УВ');
    expect(initialsOf('no-such-rule')).toBe('NS');
  });
});

describe('the account', () => {
  const pile = (team: number, steps: [string | null, number][]): GameEvent => ({
    event: 'pile-counted',
    team,
    cards: ['B5'],
    stars: steps.reduce((sum, [, stars]) => sum + stars, 0),
    why: {
      id: 'stars',
      steps: steps.map(([rule, stars]) =>
        rule ? { id: 'rule-stars', rule, args: { stars } } : { id: 'printed-stars', args: { stars } },
      ),
    },
  });
  const won = (team: number, seats: number[]): GameEvent => ({
    event: 'round-won',
    team,
    seats,
    why: { id: 'more-stars' },
  });
  const row = ['blue-tax', 'pink-plus', 'twos-win', null];
  const events = [
    pile(0, [
      [null, 32],
      ['blue-tax', -5],
      ['pink-plus', 9],
    ]),
    pile(1, [
      [null, 2],
      ['pink-plus', 1],
    ]),
    won(0, [2, 3]),
  ];

  it('has an entry for each rule in the order of the row, with running totals', () => {
    const [account] = accounts(events, row, 4);
    expect(account?.round).toBe(1);
    expect(account?.entries).toEqual([
      { rule: null, stars: [32, 2], totals: [32, 2] },
      { rule: 'blue-tax', stars: [-5, null], totals: [27, 2] },
      { rule: 'pink-plus', stars: [9, 1], totals: [36, 3] },
    ]);
  });

  it('knows both teams by the winners', () => {
    expect(accounts(events, row, 4)[0]?.seats).toEqual([
      [2, 3],
      [0, 1],
    ]);
    expect(accounts([...events.slice(0, 2), won(1, [1])], row, 3)[0]?.seats).toEqual([[0, 2], [1]]);
  });

  it('tells one round from the other, and leaves out what is not counted to the end', () => {
    expect(accounts([...events, ...events, ...events.slice(0, 2)], row, 4).map((each) => each.round)).toEqual(
      [1, 2],
    );
  });
});
