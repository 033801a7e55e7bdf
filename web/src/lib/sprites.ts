/** The drawings. A sprite file holds the art of one game, each drawing and each part that several share on a line of its
 * own. It is fetched once; a drawing goes into the page, unseen, when `<Art name="card-B7"/>` first shows it. */
import club from '../../drawn/club.svg?url';
import gracias from '../../drawn/gracias.svg?url';
import house from '../../drawn/house.svg?url';
import moustache from '../../drawn/moustache.svg?url';

const FILES: Record<string, string> = { house, moustache, gracias, club };
const loaded = new Map<string, Promise<void>>();
/** Drawings and parts by their ids; an empty one is in the page. */
const lines = new Map<string, string>();
/** What was shown before its sprite had come. */
const missed = new Set<string>();

const ID = /^<\w+ id="([^"]+)"/;
const PART = /<use href="#([\w-]+)"\/>/g;
const CLIP = /url\(#([\w-]+)/g;

/** Fetches the drawings of a game, once. */
export function draw(name: string): Promise<void> {
  const file = FILES[name];
  if (!file) return Promise.resolve();
  let sprite = loaded.get(name);
  if (!sprite) {
    sprite = unroll(file);
    sprite.catch(() => loaded.delete(name)); // asked for again later
    loaded.set(name, sprite);
  }
  return sprite;
}

async function unroll(file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`no drawings: ${answer.status}`);
  for (const line of (await answer.text()).split('\n')) {
    const id = ID.exec(line)?.[1];
    if (id) lines.set(id, line);
  }
  for (const name of missed) if (lines.has(name)) put(name);
}

let letter: ((name: string) => string) | undefined;

/** Writes the letters of suits and coats into the drawings, as the language has them. */
export function spell(how: (name: string) => string): void {
  letter = how;
  write(document);
}

function write(where: ParentNode): void {
  for (const tag of where.querySelectorAll<SVGElement>('[data-letter]'))
    tag.textContent = letter?.(tag.dataset.letter ?? '') ?? tag.textContent;
}

/** The address of a drawing, which is in the page from now on. */
export function drawing(name: string): string {
  if (lines.has(name)) put(name);
  else missed.add(name);
  return `#${name}`;
}

/** With all that it is made of: parts are written out, since each `<use>` inside of one is a tree of its own, and a third
 * of the elements of a card were nothing else. */
function put(name: string): void {
  const line = lines.get(name);
  if (!line) return;
  lines.set(name, '');
  missed.delete(name);
  const whole = written(line);
  for (const [, clip = ''] of whole.matchAll(CLIP)) put(clip);
  const place = folder(line.startsWith('<clipPath') ? 'clips' : 'sprite');
  place.insertAdjacentHTML('beforeend', whole);
  if (place.lastElementChild) write(place.lastElementChild);
}

/** A part is a group with nothing but its id. */
function written(line: string): string {
  return line.replace(PART, (_, part: string) => {
    const body = lines.get(part) ?? '';
    return written(body.slice(body.indexOf('>') + 1, body.lastIndexOf('</')));
  });
}

function folder(kind: 'sprite' | 'clips'): Element {
  const known = document.body.querySelector(`:scope > .${kind}`);
  if (known) return known;
  const made = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  made.classList.add(kind);
  document.body.append(made);
  return made;
}
