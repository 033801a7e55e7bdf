/** Checks the record of a finished game in the browser: the seed against the commitment that was published before the
 * first card, every shuffle against the seed, and the cards that were dealt against the shuffles. */
import type { Box, GameEvent } from '../protocol';
import { commitment, Dealer, digest } from './fair';

export interface RecordText {
  game: string;
  players: number;
  options: Record<string, unknown>;
  seed: string;
  commitment: string;
  entropy: string[];
  deals: { name: string; words: string[] }[];
  whole: boolean;
}

/** What was found: how many shuffles were repeated, and the first thing that is wrong ('' where nothing is). */
export interface Finding {
  shuffles: number;
  wrong: '' | 'torn' | 'commitment' | 'published' | 'shuffle' | 'dealt';
}

export function read(text: string): RecordText {
  const lines = text.split('\n');
  const field = (name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const end = text.lastIndexOf('checksum: ');
  return {
    game: field('game'),
    players: Number(field('players')),
    options: JSON.parse(field('options') || '{}'),
    seed: field('seed'),
    commitment: field('commitment'),
    entropy: JSON.parse(field('entropy') || '[]'),
    deals: lines.flatMap((line) => {
      const found = /^deal (\d+ [\w-]+): (.*)$/.exec(line);
      return found ? [{ name: found[1] ?? '', words: (found[2] ?? '').split(' ') }] : [];
    }),
    whole: end > 0 && digest(text.slice(0, end)) === field('checksum'),
  };
}

/** `published` is the commitment that this browser saw when the game began, `events` what the finished game opened. */
export function verify(text: string, published: string, events: GameEvent[], box: Box): Finding {
  const record = read(text);
  const found = (wrong: Finding['wrong'], shuffles = 0): Finding => ({ wrong, shuffles });
  if (!record.whole) return found('torn');
  if (commitment(record.seed) !== record.commitment) return found('commitment');
  if (published !== record.commitment) return found('published');
  const dealer = new Dealer(record.seed, record.entropy);
  for (const [place, { name, words }] of record.deals.entries()) {
    const unshuffled = inOrder(record, name.replace(/^\d+ /, ''), words, box);
    const order = dealer.shuffle(name, words.length);
    const fits =
      unshuffled.length === words.length && order.every((from, to) => unshuffled[from] === words[to]);
    if (!fits) return found('shuffle', place);
  }
  return found(asDealt(record, events) ? '' : 'dealt', record.deals.length);
}

/** What lay there before the shuffle. */
function inOrder(record: RecordText, what: string, words: string[], box: Box): string[] {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, step) => String(from + step));
  switch (what) {
    case 'white':
    case 'black':
      return pack(record, what, box);
    case 'animals':
      return ['G', 'P', 'O', 'B'].flatMap((letter) => numbers(0, 10).map((value) => letter + value));
    case 'jokers':
      return ['unicorn', 'monkey', 'pigeon'].slice(0, words.length);
    case 'teams':
      return [...words].sort(); // first, second, second-crown
    case 'cups':
      return [...words].sort((a, b) => Number(a) - Number(b));
    case 'draw':
    case 'deal':
      return ['J', ...numbers(1, 21)];
    case 'first':
      return numbers(0, record.players - 1);
    case 'attributes':
      return box.club.attributes.map((card) => card.id);
    case 'cats':
      return Object.keys(box.club.cats);
    default:
      return [];
  }
}

function pack(record: RecordText, colour: string, box: Box): string[] {
  return box.moustache.rules
    .filter((card) => card.pack === colour)
    .filter((card) => card.source !== 'ours' || record.options['own-rules'] === true)
    .filter((card) => card.first_game || record.options['first-game'] !== true)
    .map((card) => card.id);
}

/** Whether each seat got the next cards of the shuffle, in the order of the seats. */
function asDealt(record: RecordText, events: GameEvent[]): boolean {
  const shuffles = record.deals
    .filter(({ name }) => /animals|deal|cats/.test(name))
    .map(({ words }) => [...words]);
  const opened = events.filter((event) => event.event === 'dealt');
  let current: string[] | undefined;
  let next = 0;
  for (const { seat, cards } of opened) {
    if (seat <= next || current === undefined) current = shuffles.shift();
    next = seat;
    if (!current) return false;
    const dealt = cards.filter((card) => current?.includes(card));
    const share = new Set(current.splice(0, dealt.length));
    if (!dealt.every((card) => share.has(card))) return false;
  }
  return true;
}
