/** How well bots can play, from the mildest to the strongest. */
import type { Level } from '../protocol';

export const LEVELS: Level[] = ['novice', 'regular', 'expert'];
