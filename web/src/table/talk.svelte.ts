/** What people say at a table: preset phrases in the listener's own language, reactions, free text. */
import { api, type Phrases } from '../lib/api';
import { words } from '../lib/texts.svelte';
import type { Talk } from '../protocol';

let all = $state.raw<Record<string, Phrases> | null>(null);
let asked = false;

export function phrases(): Phrases {
  if (!asked) {
    asked = true;
    api.phrases().then(
      (found) => {
        all = found;
      },
      () => {
        asked = false;
      },
    );
  }
  return all?.[words().language] ?? { phrases: {}, reactions: {} };
}

export function spoken(talk: Talk): string {
  if (talk.text) return talk.text;
  const { phrases: known, reactions } = phrases();
  return known[talk.phrase ?? ''] ?? reactions[talk.phrase ?? ''] ?? '';
}
