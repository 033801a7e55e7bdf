/** What this device keeps of a player's settings. */
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

export const KEY = 'moustaches';
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

export function kept(): Settings {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...USUAL }; // a private window, or something that is not ours
  }
}
