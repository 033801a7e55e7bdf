/** The drawings. A sprite file holds the art of one game; it is fetched once and put into the page, unseen, so that
 * `<Art name="card-B7"/>` can show any of it. */
import club from '../../drawn/club.svg?url';
import gracias from '../../drawn/gracias.svg?url';
import house from '../../drawn/house.svg?url';
import moustache from '../../drawn/moustache.svg?url';

const FILES: Record<string, string> = { house, moustache, gracias, club };
const loaded = new Map<string, Promise<void>>();

/** Fetches the drawings of a game, once. */
export function draw(name: string): Promise<void> {
  const file = FILES[name];
  if (!file) return Promise.resolve();
  let sprite = loaded.get(name);
  if (!sprite) {
    sprite = put(file);
    sprite.catch(() => loaded.delete(name)); // asked for again later
    loaded.set(name, sprite);
  }
  return sprite;
}

async function put(file: string): Promise<void> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`no drawings: ${answer.status}`);
  const art = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  const clips = document.createElementNS(art.namespaceURI, 'svg');
  clips.append(...art.querySelectorAll('clipPath'));
  clips.classList.add('clips');
  art.classList.add('sprite');
  document.body.append(clips, document.adoptNode(art));
}
