/** What a viewer sees of a fan, and what it does just now. */
import type { ClubView } from '../protocol';
import type { Table } from '../table/table.svelte';

/** What is known of a seat's attributes: all at the end, one's own always, of the others what lies open. */
export function known(view: ClubView, seat: number): string[] {
  if (view.all_secrets) return view.all_secrets[seat] ?? [];
  return (seat === view.seat ? view.secrets : view.shown[seat]) ?? [];
}

/** It was asked, and the answer is no. */
export function shakes(table: Table, seat: number): boolean {
  const event = table.cues.event;
  return event?.event === 'answered' && event.seat === seat && !event.right;
}
