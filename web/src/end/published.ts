/** The commitment of each table as this browser first saw it: what is published later is compared with that. */

const KEY = 'moustaches.commitments';
const KEPT = 50;

export function remember(code: string, commitment: string): void {
  const known = all();
  if (known.some(([each]) => each === code)) return;
  try {
    localStorage.setItem(KEY, JSON.stringify([...known, [code, commitment]].slice(-KEPT)));
  } catch {
    // a private window: then the server's word is all there is
  }
}

export function published(code: string): string {
  return all().find(([each]) => each === code)?.[1] ?? '';
}

function all(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}
