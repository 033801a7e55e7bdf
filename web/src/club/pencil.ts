/** What a player writes into the notebook by hand, kept in this browser for each table; and how guesses are written. */

export type Pencil = 'cross' | 'check' | 'question';
export type Pencilled = Record<string, Pencil>;

const NEXT: Record<Pencil, Pencil | null> = { cross: 'check', check: 'question', question: null };

/** Nothing, a cross, a check, a question mark, nothing again. */
export function rewritten(marks: Pencilled, cell: string): Pencilled {
  const { [cell]: now, ...others } = marks;
  const next = now ? NEXT[now] : 'cross';
  return next ? { ...others, [cell]: next } : others;
}

export const cell = (seat: number, word: string) => `${seat} ${word}`;

const place = (code: string) => `moustaches-notes-${code}`;

export function recall(code: string, store: Pick<Storage, 'getItem'> = localStorage): Pencilled {
  try {
    const found: unknown = JSON.parse(store.getItem(place(code)) ?? '{}');
    if (typeof found !== 'object' || found === null) return {};
    return Object.fromEntries(Object.entries(found).filter(([, mark]) => mark in NEXT)) as Pencilled;
  } catch {
    return {}; // a private window, or something that is not ours
  }
}

export function note(code: string, marks: Pencilled, store: Pick<Storage, 'setItem'> = localStorage): void {
  try {
    store.setItem(place(code), JSON.stringify(marks));
  } catch {
    // a private window: the notes last as long as the page
  }
}

export interface Guess {
  seat: number;
  word: string;
}

export const written = ({ seat, word }: Guess) => `unmask ${seat} ${word}`;

/** A chance in whole percent; what is not certain never looks so. */
export function percent(chance: number): string {
  const whole = Math.round(chance * 100);
  if (chance > 0 && whole < 1) return '<1';
  if (chance < 1 && whole > 99) return '>99';
  return String(whole);
}
