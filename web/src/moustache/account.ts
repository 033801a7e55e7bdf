/** The count of a round as an account: both piles side by side, what the cards show, and what each rule card adds or
 * takes. It is read off the events, so that a round counted long ago can be looked at again. */
import type { GameEvent, PileCounted, RoundWon } from '../protocol';

export type Side = 0 | 1;
export const SIDES: readonly Side[] = [0, 1];

export interface Entry {
  /** The rule card; null: what is printed on the cards. */
  rule: string | null;
  /** By team; null: it changes nothing there. */
  stars: [number | null, number | null];
  /** What each team has after it. */
  totals: [number, number];
}

export interface Account {
  round: number;
  piles: [PileCounted, PileCounted];
  entries: Entry[];
  won: RoundWon;
  /** Who is in which team. */
  seats: [number[], number[]];
}

/** The accounts of all rounds that have been counted. */
export function accounts(
  events: readonly GameEvent[],
  row: readonly (string | null)[],
  players: number,
): Account[] {
  const found: Account[] = [];
  const piles: PileCounted[] = [];
  for (const event of events) {
    if (event.event === 'pile-counted') piles[event.team] = event;
    if (event.event !== 'round-won') continue;
    const [first, second] = piles;
    if (first && second) found.push(account([first, second], event, row, players, found.length + 1));
    piles.length = 0;
  }
  return found;
}

function account(
  piles: [PileCounted, PileCounted],
  won: RoundWon,
  row: readonly (string | null)[],
  players: number,
  round: number,
): Account {
  const winners = [...won.seats];
  const losers = Array.from({ length: players }, (_, seat) => seat).filter((seat) => !winners.includes(seat));
  return {
    round,
    piles,
    entries: entries(piles, row),
    won,
    seats: won.team === 0 ? [winners, losers] : [losers, winners],
  };
}

/** One entry for each rule that changes anything, in the order of the row; the printed stars before them. */
function entries(piles: [PileCounted, PileCounted], row: readonly (string | null)[]): Entry[] {
  const steps = piles.map((pile) => pile.why.steps ?? []);
  const rules = new Set(steps.flat().flatMap((step) => (step.rule ? [step.rule] : [])));
  const inOrder = [...rules].sort((a, b) => row.indexOf(a) - row.indexOf(b));
  const totals: [number, number] = [0, 0];
  return [null, ...inOrder].map((rule) => {
    const stars = SIDES.map((side) => {
      const step = steps[side]?.find((each) => (each.rule ?? null) === (rule ?? null));
      const change = step?.args?.stars;
      if (typeof change !== 'number') return null;
      totals[side] += change;
      return change;
    }) as Entry['stars'];
    return { rule, stars, totals: [...totals] };
  });
}
