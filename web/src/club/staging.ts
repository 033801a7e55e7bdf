/** How the events of Club are shown. */
import type { ClubView } from '../protocol';
import type { Staging } from '../table/staging';

export const staging: Staging<ClubView> = {};
