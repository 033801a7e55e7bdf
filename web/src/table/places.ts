/** Where seats are around the table as one viewer sits: oneself at the bottom, the others clockwise from the left. */

/** The other seats, from the left over the top to the right. A spectator sits behind seat 0. */
export function others(players: number, viewer: number | null): number[] {
  const me = viewer ?? 0;
  return Array.from({ length: players - 1 }, (_, step) => (me + 1 + step) % players);
}

/** The way from the middle of the table to a seat, x to the right and y downwards, from -1 to 1. */
export function direction(seat: number, players: number, viewer: number | null): { x: number; y: number } {
  const me = viewer ?? 0;
  const step = (seat - me + players) % players;
  if (step === 0) return { x: 0, y: 1 };
  const [from, to] =
    players === 2 ? [-90, -90] : players === 3 ? [-150, -30] : players === 4 ? [-180, 0] : [-195, 15];
  const angle = from + ((to - from) * (step - 1)) / Math.max(players - 2, 1);
  const radians = (angle * Math.PI) / 180;
  return { x: round(Math.cos(radians)), y: round(Math.sin(radians)) };
}

/** Where the card of a seat lies in the trick. With six, the cards at the sides make room for each other. */
export function spot(seat: number, players: number, viewer: number | null): { x: number; y: number } {
  const way = direction(seat, players, viewer);
  if (players < 6 || way.x === 0) return way;
  return way.y < 0 ? { x: Math.sign(way.x) * 0.58, y: -0.76 } : { x: way.x, y: 0.32 };
}

const round = (value: number) => Math.round(value * 1000) / 1000;
