/** How the events of Gracias are shown. */
import type { GraciasView } from '../protocol';
import type { Staging } from '../table/staging';

export const staging: Staging<GraciasView> = {};
