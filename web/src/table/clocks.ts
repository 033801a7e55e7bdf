/** The clocks that a table may have, by the name of their text. */
import type { Setup } from '../protocol';

export type Clock = NonNullable<Setup['clock']>;

export const CLOCKS: Record<string, Clock> = {
  'waiting.clock-none': { kind: 'none' },
  'waiting.clock-30': { kind: 'move', seconds: 30 },
  'waiting.clock-90': { kind: 'move', seconds: 90 },
  'waiting.clock-bank': { kind: 'bank', seconds: 300, increment: 5 },
  'waiting.clock-day': { kind: 'move', seconds: 86_400 },
  'waiting.clock-days': { kind: 'move', seconds: 3 * 86_400 },
};

/** Which of them it is; none of them: ''. */
export function clockOf(clock: Clock | undefined): string {
  const same = (each: Clock) =>
    (each.kind ?? 'none') === (clock?.kind ?? 'none') && (each.seconds ?? 0) === (clock?.seconds ?? 0);
  return Object.entries(CLOCKS).find(([, each]) => same(each))?.[0] ?? '';
}
