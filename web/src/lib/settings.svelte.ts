/** What a player set for this device. Kept in the browser, nowhere else. */
import type { Level } from '../protocol';

export interface Settings {
  language: string;
  theme: 'system' | 'light' | 'dark';
  motion: 'full' | 'quick' | 'none';
  sound: boolean;
  confirm: boolean;
  /** A card that is the only legal one is laid by itself. */
  forced: boolean;
  sorted: boolean;
  notify: boolean;
  name: string;
  /** How well the bots of a game play that nobody set up. */
  level: Level;
  /** Which games' rules were shown once. */
  met: string[];
}

const KEY = 'moustaches';
const USUAL: Settings = {
  language: '',
  theme: 'system',
  motion: 'full',
  sound: true,
  confirm: matchMedia('(pointer: coarse)').matches, // fingers are broad
  forced: false,
  sorted: true,
  notify: false,
  name: '',
  level: 'regular',
  met: [],
};

function kept(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...USUAL }; // a private window, or something that is not ours
  }
}

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
