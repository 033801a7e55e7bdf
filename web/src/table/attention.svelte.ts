/** Calls the player back: the title of the page while a choice of theirs is due, and a notification if they want one. */
import { settings } from '../lib/settings.svelte';
import { t, words } from '../lib/texts.svelte';
import type { Table } from './table.svelte';

export function callBack(table: Table): void {
  const asked = table.asked;
  const game = words().games[table.info?.setup.game ?? '']?.name ?? 'Moustaches';
  const title = asked ? t('table.title-turn', { game }) : game;
  // After the picture, and only where it is another one: it takes the browser a millisecond or two.
  if (document.title !== title) setTimeout(() => (document.title = title));
  if (!asked || !document.hidden || !settings.notify || !('Notification' in window)) return;
  if (Notification.permission !== 'granted') return;
  try {
    const note = new Notification(t('table.your-turn'), {
      body: game,
      tag: table.code,
      icon: '/icon-192.png',
    });
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // browsers of phones grant it, but show none from a page
  }
}
