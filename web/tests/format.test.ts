import { describe, expect, it } from 'vitest';
import { filled, joined } from '../src/lib/format';

const said = (form: string, facts: Parameters<typeof filled>[1], language = 'en') =>
  filled(form, facts, language);

describe('a sentence', () => {
  it('is filled with facts', () => {
    expect(said('{seat} bids {bid}.', { seat: 'Basile', bid: 2 })).toEqual(['Basile bids 2.']);
  });

  it('keeps a placeholder that it has no fact for, so that it is seen', () => {
    expect(said('{seat} bids {bid}.', { seat: 'Basile' })).toEqual(['Basile bids {bid}.']);
  });

  it('keeps cards as cards', () => {
    expect(said('{seat} lays {card}.', { seat: 'Basile', card: [{ card: 'B7' }] })).toEqual([
      'Basile lays ',
      { card: 'B7' },
      '.',
    ]);
    expect(said('{cards}', { cards: [{ card: 'B7' }, ' and ', { card: 'G2' }] })).toEqual([
      { card: 'B7' },
      ' and ',
      { card: 'G2' },
    ]);
  });

  it('joins neighbouring texts and drops empty ones', () => {
    expect(joined(['a', 'b', '', { card: 'B7' }, '', 'c'])).toEqual(['ab', { card: 'B7' }, 'c']);
  });
});

describe('a number', () => {
  it('has its sign where it is asked for, and a real minus', () => {
    expect(said('{stars:+}', { stars: 3 })).toEqual(['+3']);
    expect(said('{stars:+}', { stars: 0 })).toEqual(['+0']);
    expect(said('{stars:+} {stars}', { stars: -2 })).toEqual(['−2 −2']);
  });

  it.each([
    ['en', 'garment|garments', { 0: 'garments', 1: 'garment', 2: 'garments', 21: 'garments' }],
    ['fr', 'habit|habits', { 0: 'habit', 1: 'habit', 2: 'habits', 1000000: 'habits' }],
    ['de', 'Punkt|Punkte', { 0: 'Punkte', 1: 'Punkt', 5: 'Punkte' }],
    ['es', 'prenda|prendas', { 0: 'prendas', 1: 'prenda', 7: 'prendas' }],
    [
      'ru',
      'очко|очка|очков',
      { 0: 'очков', 1: 'очко', 2: 'очка', 5: 'очков', 11: 'очков', 21: 'очко', 22: 'очка', 112: 'очков' },
    ],
  ] as const)('has its noun in the form of %s', (language, forms, expected) => {
    for (const [number, noun] of Object.entries(expected))
      expect(said(`{number:${forms}}`, { number: Number(number) }, language)).toEqual([`${number} ${noun}`]);
  });

  it('has the noun of its size when it is below zero', () => {
    expect(said('{number:point|points}', { number: -1 })).toEqual(['−1 point']);
  });
});
