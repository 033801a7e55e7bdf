/** Garments on their own, as they fall: a few shapes each, 40 by 40, in the colours of whoever wears them. */

export type Shape = { d: string; tone: 'cloth' | 'trim' | 'line' };
type Tones = { cloth: string; trim: string };

const cloth = (d: string): Shape => ({ d, tone: 'cloth' });
const trim = (d: string): Shape => ({ d, tone: 'trim' });
const line = (d: string): Shape => ({ d, tone: 'line' });
const disc = (x: number, y: number, r: number) =>
  `M${x - r},${y}a${r},${r} 0 1 0 ${2 * r},0a${r},${r} 0 1 0 ${-2 * r},0Z`;

const TOP = 'M13,7L4,15L9,22L12,19V34H28V19L31,22L36,15L27,7C23,11 17,11 13,7Z';
const PAIR = (shape: (x: number) => Shape[]) => [...shape(0), ...shape(17)];
const chilli = (x: number, y: number) => `M${x},${y}c5,1 5,7 -1,11c-4,-2 -4,-9 1,-11Z`;

const SHAPES: Record<string, Shape[]> = {
  sombrero: [
    cloth('M1,24C8,35 32,35 39,24C32,29 8,29 1,24Z'),
    cloth('M12,25C12,12 15,5 20,5C25,5 28,12 28,25C24,28 16,28 12,25Z'),
    trim('M12,21C16,24 24,24 28,21V25C24,28 16,28 12,25Z'),
  ],
  hat: [
    cloth('M12,5H28L27,25H13Z'),
    trim('M13,19H27V24H13Z'),
    cloth('M4,25C14,23 26,23 36,25C34,31 6,31 4,25Z'),
  ],
  bow: [cloth('M20,20L5,11V29Z'), cloth('M20,20L35,11V29Z'), trim(disc(20, 20, 4))],
  cravat: [cloth('M13,7H27L23,16L28,31L20,37L12,31L17,16Z'), line('M17,16H23')],
  scarf: [cloth('M5,10C15,18 25,18 35,10L36,17C26,25 14,25 4,17Z'), cloth('M24,20L31,36L23,35L19,22Z')],
  shawl: [
    cloth('M3,11C14,7 26,7 37,11L20,36Z'),
    line('M9,16C16,20 24,20 31,16'),
    trim('M16,28L20,36L24,28Z'),
  ],
  jacket: [cloth(TOP), trim('M17,10L20,20L23,10L20,12Z'), line('M20,20V34')],
  coat: [cloth(TOP), line('M20,12V34')],
  tailcoat: [
    cloth('M13,5L4,14L9,20L12,17V25L9,37L18,33L20,25L22,33L31,37L28,25V17L31,20L36,14L27,5L20,14Z'),
    trim('M13,5L20,14L27,5L20,9Z'),
  ],
  waistcoat: [cloth('M13,6L11,33L20,37L29,33L27,6L20,17Z'), line('M20,18V36'), trim(disc(20, 25, 1.6))],
  shirt: [cloth(TOP), line('M20,11V33'), trim('M15,7L20,13L25,7L20,9Z')],
  blouse: [cloth(TOP), line('M16,14V31M20,12V33M24,14V31')],
  leotard: [cloth('M10,5H15C16,12 24,12 25,5H30L28,17L31,26L22,36H18L9,26L12,17Z'), trim(disc(20, 19, 4))],
  cape: [cloth('M14,5H26L37,35C26,31 14,31 3,35Z'), line('M17,9L13,31M23,9L27,31'), trim('M13,4H27V9H13Z')],
  belt: [cloth('M2,15H38V26H2Z'), trim('M14,12H26V29H14Z'), line('M17,20.5H23')],
  sash: [cloth('M3,14C14,20 26,20 37,14V22C26,28 14,28 3,22Z'), cloth('M26,23L33,37L25,34L20,37L20,25Z')],
  gloves: PAIR((x) => [
    cloth(`M${x + 4},13c0,-8 13,-8 13,0V31H${x + 6}Z`),
    trim(`M${x + 5},27H${x + 18}V33H${x + 5}Z`),
  ]),
  kneepads: PAIR((x) => [cloth(disc(x + 11.5, 20, 7.5)), trim(disc(x + 11.5, 20, 3))]),
  boots: PAIR((x) => [
    cloth(`M${x + 5},7H${x + 13}V25C${x + 20},26 ${x + 20},31 ${x + 20},34H${x + 5}Z`),
    line(`M${x + 5},13H${x + 13}`),
  ]),
  shoes: PAIR((x) => [cloth(`M${x + 4},19H${x + 11}C${x + 12},25 ${x + 19},24 ${x + 19},32H${x + 4}Z`)]),
  trousers: [cloth('M11,5H29L31,36H22L20,16L18,36H9Z'), line('M11,10H29')],
  tights: [cloth('M12,5H28L30,36H22.5L20,17L17.5,36H10Z')],
  chillies: [
    line('M4,6C12,14 28,14 36,6'),
    ...[7, 14, 21, 28, 34].map((x, place) => cloth(chilli(x, [9, 12, 13, 12, 9][place] ?? 10))),
  ],
  apron: [cloth('M11,6H29V13H34L32,33C24,37 16,37 8,33L6,13H11Z'), trim('M13,20H27V28H13Z')],
  skirt: [cloth('M13,6H27L38,33C26,37 14,37 2,33Z'), trim('M4,28C15,32 25,32 36,28L38,33C26,37 14,37 2,33Z')],
};

const WORN: Record<string, Tones & { own?: Record<string, Tones> }> = {
  mariachi: {
    cloth: '#33405e',
    trim: '#e3b23c',
    own: {
      bow: { cloth: '#b8323e', trim: '#d24b50' },
      boots: { cloth: '#7a4526', trim: '#7a4526' },
      sash: { cloth: '#b8323e', trim: '#b8323e' },
      shirt: { cloth: '#f4ebdc', trim: '#dccfb4' },
    },
  },
  luchadora: {
    cloth: '#e3b23c',
    trim: '#b8323e',
    own: {
      cape: { cloth: '#b8323e', trim: '#e3b23c' },
      belt: { cloth: '#6b4423', trim: '#e3b23c' },
      kneepads: { cloth: '#f4ebdc', trim: '#d9553f' },
      tights: { cloth: '#2f9a8a', trim: '#2f9a8a' },
      leotard: { cloth: '#7a4bb0', trim: '#e3b23c' },
    },
  },
  abuela: {
    cloth: '#f4ebdc',
    trim: '#dccfb4',
    own: {
      sombrero: { cloth: '#e3b23c', trim: '#8e1f2f' },
      chillies: { cloth: '#d9553f', trim: '#d9553f' },
      shawl: { cloth: '#2f8074', trim: '#e3b23c' },
      boots: { cloth: '#4a2f22', trim: '#4a2f22' },
      skirt: { cloth: '#8e1f2f', trim: '#e3b23c' },
    },
  },
  dandy: {
    cloth: '#5a3d86',
    trim: '#e3b23c',
    own: {
      hat: { cloth: '#3a3446', trim: '#2f8074' },
      waistcoat: { cloth: '#d99a35', trim: '#2b2118' },
      shoes: { cloth: '#2b2118', trim: '#2b2118' },
      trousers: { cloth: '#8d8fa3', trim: '#8d8fa3' },
      shirt: { cloth: '#f4ebdc', trim: '#dccfb4' },
    },
  },
};

const PLAIN: Tones = { cloth: '#f4ebdc', trim: '#e3b23c' };

/** The shapes of a garment with their fills; an edition may bring one that we never saw, which is then a coat. */
export function garment(character: string, name: string): { d: string; fill: string }[] {
  const worn = WORN[character];
  const tones = worn?.own?.[name] ?? worn ?? PLAIN;
  return (SHAPES[name] ?? SHAPES.coat ?? []).map(({ d, tone }) => ({
    d,
    fill: tone === 'line' ? 'none' : tones[tone],
  }));
}
