/** What a player set for this device. Kept in the browser, nowhere else. */
import { KEY, kept, type Settings } from './kept';

export const settings = $state<Settings>(kept());

export function keep(): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // a private window: the settings last as long as the page
  }
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** How long a movement of so many milliseconds takes for this player. */
export function motion(milliseconds: number): number {
  if (settings.motion === 'none' || still.matches || document.hidden) return 0;
  return settings.motion === 'quick' ? milliseconds / 2 : milliseconds;
}

/** How long something stays to be read: motion may be off, but a trick must still be seen. */
export function pause(milliseconds: number): number {
  if (document.hidden) return 0;
  return settings.motion === 'quick' ? milliseconds / 2 : milliseconds;
}
