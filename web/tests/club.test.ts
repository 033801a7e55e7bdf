import { describe, expect, it } from 'vitest';
import { common, grouped, onStage, places, settled } from '../src/club/attributes';
import { ALL, filtering, fitting, GAP, passes, TALL, toggled, turned } from '../src/club/gallery';
import { cell, note, percent, recall, rewritten, written } from '../src/club/pencil';
import { staging } from '../src/club/staging';
import type { ClubView, GameEvent } from '../src/protocol';

const cats = { 'leap-red': ['leap', 'red', 'cocktail'], 'sit-red': ['sit', 'red', 'spotted'] };

describe('attributes', () => {
  it('are grouped by kind, in the order of the box', () => {
    const cards = [
      { id: 'leap', kind: 'pose', cats: 8 },
      { id: 'sit', kind: 'pose', cats: 8 },
      { id: 'red', kind: 'coat', cats: 5 },
    ] as const;
    expect(grouped([...cards]).map(({ kind, cards }) => [kind, cards.length])).toEqual([
      ['pose', 2],
      ['coat', 1],
    ]);
  });

  it('are compared and counted', () => {
    expect(common(cats['leap-red'], ['red', 'hat'])).toEqual(['red']);
    expect(common(undefined, ['red'])).toEqual([]);
    const stage = [
      { seat: 0, cat: 'leap-red', masks: [] },
      { seat: 1, cat: 'sit-red', masks: [1] },
    ];
    expect(onStage(stage, cats)).toEqual({ leap: 1, red: 2, cocktail: 1, sit: 1, spotted: 1 });
  });

  it('stay in their place on a fan', () => {
    expect(settled(['red'], ['hat', 'red'])).toEqual(['red', 'hat']);
    expect(settled(['red', 'hat'], ['hat'])).toEqual(['hat']);
    expect(places(['red', 'hat'], ['red'], 3)).toEqual([
      { word: 'red', open: true },
      { word: 'hat', open: false },
      { word: null, open: false },
    ]);
  });
});

describe('the beginning', () => {
  it('is shown from an empty stage, also to who comes when bots have played already', () => {
    const late = {
      stage: [{ seat: 1, cat: 'sit-red', masks: [2] }],
      shown: [[], ['red']],
      denied: [['hat'], []],
      hidden: [3, 2],
    } as unknown as ClubView;
    const started = { event: 'game-started' } as Extract<GameEvent, { event: 'game-started' }>;
    const [beat] = staging['game-started']?.(started, late, late) ?? [];
    expect(beat?.scene).toMatchObject({ stage: [], shown: [[], []], denied: [[], []], hidden: [3, 3] });
  });
});

describe('the gallery', () => {
  const staged = { seat: 0, cat: 'leap-red', masks: [1, 2] };

  it('filters by masks and by attributes', () => {
    const carries = cats['leap-red'];
    expect(passes(staged, carries, ALL)).toBe(true);
    expect(passes(staged, carries, { seats: { 1: 'masked', 0: 'bare' }, words: ['red'] })).toBe(true);
    expect(passes(staged, carries, { seats: { 1: 'bare' }, words: [] })).toBe(false);
    expect(passes(staged, carries, { seats: {}, words: ['red', 'hat'] })).toBe(false);
  });

  it('turns a seat from all to masked to bare to all', () => {
    const masked = turned(ALL, 2);
    const bare = turned(masked, 2);
    expect([masked.seats, bare.seats, turned(bare, 2).seats]).toEqual([{ 2: 'masked' }, { 2: 'bare' }, {}]);
    expect(filtering(masked) && filtering(toggled(ALL, 'red'))).toBe(true);
    expect(filtering(toggled(toggled(ALL, 'red'), 'red'))).toBe(false);
  });

  it.each([1, 2, 7, 20, 39])('finds room for %i cats', (count) => {
    const { columns, wide, scrolls } = fitting(count, 720, 360, 44, 120);
    const rows = Math.ceil(count / columns);
    expect(scrolls).toBe(false);
    expect(wide).toBeGreaterThanOrEqual(44);
    expect(columns * (wide + GAP) - GAP).toBeLessThanOrEqual(720.01);
    expect(rows * (wide * TALL + GAP) - GAP).toBeLessThanOrEqual(360.01);
  });

  it('scrolls where cats would get too small', () => {
    const { columns, wide, scrolls } = fitting(39, 210, 180, 44, 120);
    expect(scrolls).toBe(true);
    expect(wide).toBeGreaterThanOrEqual(44);
    expect(columns * (wide + GAP) - GAP).toBeLessThanOrEqual(210.01);
  });
});

describe('the notebook', () => {
  it('takes a cross, a check, a question mark and nothing', () => {
    const at = cell(2, 'striped');
    let marks = {};
    const seen = [0, 1, 2, 3].map(() => {
      marks = rewritten(marks, at);
      return (marks as Record<string, string>)[at];
    });
    expect(seen).toEqual(['cross', 'check', 'question', undefined]);
    expect(rewritten({ other: 'check' }, at)).toEqual({ other: 'check', [at]: 'cross' });
  });

  it('is kept, and mistrusts what it did not write', () => {
    const kept = new Map<string, string>();
    const store = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    };
    note('ABC', { '2 hat': 'check' }, store);
    expect(recall('ABC', store)).toEqual({ '2 hat': 'check' });
    expect(recall('XYZ', store)).toEqual({});
    store.setItem('moustaches-notes-BAD', '{"2 hat": "dance"}');
    expect(recall('BAD', store)).toEqual({});
    store.setItem('moustaches-notes-BAD', '"a"');
    expect(recall('BAD', store)).toEqual({});
  });

  it('never makes the uncertain look certain', () => {
    expect([0, 0.001, 0.126, 0.999, 1].map(percent)).toEqual(['0', '<1', '13', '>99', '100']);
  });

  it('writes a guess as the server reads it', () => {
    expect(written({ seat: 2, word: 'striped' })).toBe('unmask 2 striped');
  });
});
