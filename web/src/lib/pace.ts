/** How long cards are on their way, in milliseconds. */
export const FLIGHT = 220;
export const SWEEP = 350;
