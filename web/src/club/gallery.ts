/** Forty cats in a small room: which of them a filter lets through, and how large they can be. */
import type { Staged } from '../protocol';

export type Wanted = 'masked' | 'bare';

export interface Filter {
  /** By seat: only cats with a mask of theirs, or only cats without. */
  seats: Record<number, Wanted>;
  /** Only cats that carry all of these. */
  words: string[];
}

export const ALL: Filter = { seats: {}, words: [] };

export function passes(staged: Staged, carries: string[], filter: Filter): boolean {
  const seats = Object.entries(filter.seats).every(
    ([seat, wanted]) => staged.masks.includes(Number(seat)) === (wanted === 'masked'),
  );
  return seats && filter.words.every((word) => carries.includes(word));
}

export const filtering = (filter: Filter) => filter.words.length > 0 || Object.keys(filter.seats).length > 0;

/** A tap goes from all cats to those with the seat's mask, to those without, and back. */
export function turned(filter: Filter, seat: number): Filter {
  const { [seat]: now, ...seats } = filter.seats;
  if (now === undefined) seats[seat] = 'masked';
  else if (now === 'masked') seats[seat] = 'bare';
  return { ...filter, seats };
}

export function toggled(filter: Filter, word: string): Filter {
  const words = filter.words.includes(word)
    ? filter.words.filter((each) => each !== word)
    : [...filter.words, word];
  return { ...filter, words };
}

export interface Fit {
  columns: number;
  /** Of a card, in pixels. */
  wide: number;
  /** There is no room for all at once. */
  scrolls: boolean;
}

/** A card is 1.4 times as high as wide, and its masks hang below it. */
export const TALL = 1.72;
export const GAP = 6;

/** The largest cards of which so many have room, not smaller than `least` and not larger than `most`. */
export function fitting(count: number, width: number, height: number, least: number, most: number): Fit {
  let best: Fit = { columns: 1, wide: 0, scrolls: false };
  for (let columns = 1; columns <= Math.max(count, 1); columns += 1) {
    const rows = Math.ceil(Math.max(count, 1) / columns);
    const across = (width + GAP) / columns - GAP;
    const down = ((height + GAP) / rows - GAP) / TALL;
    const wide = Math.min(across, down, most);
    if (wide > best.wide) best = { columns, wide, scrolls: false };
  }
  if (best.wide >= least) return best;
  const columns = Math.max(1, Math.floor((width + GAP) / (least + GAP)));
  return { columns, wide: Math.min(most, (width + GAP) / columns - GAP), scrolls: true };
}
