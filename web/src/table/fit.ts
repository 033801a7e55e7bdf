/** How large a word can be set where there is little room: by its measured width, in parts of the room's. */

const SIZE = 100;
const widths = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the bold of the body, in parts of its own size; measured once. */
export function widthOf(text: string): number {
  let width = widths.get(text);
  if (width !== undefined) return width;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 0.55;
  pen.font = `700 ${SIZE}px "Alegreya Sans", "Segoe UI", sans-serif`;
  width = pen.measureText(text).width / SIZE;
  if (document.fonts.status === 'loaded') widths.set(text, width); // another font would measure otherwise
  return width;
}

export interface Setting {
  lines: string[];
  size: number;
}

/** A title in one line as large as the room lets it be, or in two where that makes it larger. */
export function setTitle(
  text: string,
  room: { wide: number; high: number; largest: number },
  width = widthOf,
): Setting {
  const largest = (lines: string[]) =>
    Math.min(room.largest, room.high / lines.length, ...lines.map((line) => room.wide / width(line)));
  const words = text.split(' ');
  const settings = words.map((_, at) => {
    const lines = at ? [words.slice(0, at).join(' '), words.slice(at).join(' ')] : [text];
    return { lines, size: largest(lines) };
  });
  return settings.reduce((best, next) => (next.size > best.size + 0.5 ? next : best));
}
