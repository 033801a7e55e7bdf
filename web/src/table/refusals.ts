/** Why the server refused something, in the player's words: the rule that forbids it, or what else stands in the way. */
import { t } from '../lib/texts.svelte';
import type { Refused } from '../protocol';
import type { Table } from './table.svelte';
import { plain } from './tell';

const KNOWN: Record<string, string> = {
  stale: 'trouble.stale',
  'not-your-turn': 'trouble.not-your-turn',
  'not-allowed': 'trouble.not-allowed',
  full: 'trouble.full',
  'too-often': 'trouble.too-often',
  'too-many': 'trouble.too-many',
  unavailable: 'trouble.unavailable',
};

export function spokenRefusal(table: Table, refused: Refused): string {
  if (refused.why) return plain(table.teller.reason(refused.why));
  const undoing = refused.error === 'not-allowed' && table.refusedWish === 'take-back';
  const key = undoing ? 'trouble.no-take-back' : KNOWN[refused.error];
  return key ? t(key) : t('trouble.internal');
}
