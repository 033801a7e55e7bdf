/** The staging of each game, by its name. */
import { staging as club } from '../club/staging';
import { staging as gracias } from '../gracias/staging';
import { staging as moustache } from '../moustache/staging';
import type { Staging } from './staging';

const STAGINGS: Record<string, unknown> = { moustache, gracias, club };

export function stagingOf(game: string): Staging<never> {
  return (STAGINGS[game] ?? {}) as Staging<never>;
}
