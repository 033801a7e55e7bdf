import { describe, expect, it } from 'vitest';
import { steady } from '../src/lib/steady';

describe('a list that holds the same', () => {
  it('stays the same one', () => {
    let now = ['B1', 'B8'];
    const list = steady(() => now);
    const first = list();
    now = ['B1', 'B8'];
    expect(list()).toBe(first);
  });

  it('is a new one when something came, went or moved', () => {
    let now = ['B1', 'B8'];
    const list = steady(() => now);
    for (const next of [['B1', 'B8', 'G0'], ['B1', 'B8'], ['B8', 'B1'], []]) {
      now = next;
      expect(list()).toEqual(next);
    }
  });
});
