/** The test vectors of docs/fair-deals.md: the browser deals as the server does. */
import { describe, expect, it } from 'vitest';
import { commitment, Dealer } from '../src/end/fair';

const seed = (number: number) => number.toString(16).padStart(64, '0');

describe('a shuffle', () => {
  it('follows from the seed', () => {
    expect(commitment(seed(7))).toBe('48428bdb7ddd829410d6bbb924fdeb3a3d7e88c2577bffae073b990c6f061d08');
    expect(new Dealer(seed(7), []).shuffle('1 draw', 22)).toEqual([
      4, 15, 19, 0, 11, 14, 20, 3, 8, 9, 12, 16, 5, 18, 2, 17, 6, 21, 1, 13, 7, 10,
    ]);
    expect(new Dealer(seed(0), []).shuffle('test', 10)).toEqual([4, 6, 8, 2, 9, 3, 1, 7, 0, 5]);
  });

  it('follows from what the players added, too', () => {
    expect(new Dealer(seed(7), ['alice', 'bob']).shuffle('1 draw', 22)).toEqual([
      15, 4, 3, 16, 9, 19, 14, 13, 0, 5, 17, 11, 1, 18, 10, 7, 12, 2, 8, 6, 21, 20,
    ]);
  });

  it('depends on its name', () => {
    const dealer = new Dealer(seed(7), []);
    expect(dealer.shuffle('2 deal', 22)).not.toEqual(dealer.shuffle('3 deal', 22));
    expect([...dealer.shuffle('2 deal', 22)].sort((a, b) => a - b)).toEqual([...Array(22).keys()]);
  });
});
