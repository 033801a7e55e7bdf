/** What a request was refused for, in the player's words. */
import { Refusal } from '../lib/api';
import { t } from '../lib/texts.svelte';

const KNOWN: Record<string, string> = {
  offline: 'trouble.offline',
  'too-often': 'trouble.too-often',
  'too-many': 'trouble.too-many',
  unavailable: 'trouble.unavailable',
  'not-allowed': 'trouble.not-allowed',
  full: 'trouble.full',
  'unknown-table': 'trouble.unknown',
  'unknown-link': 'trouble.unknown-link',
};

export function wrong(problem: unknown): string {
  const key = problem instanceof Refusal ? KNOWN[problem.error] : undefined;
  return key ? t(key) : t('trouble.internal');
}
