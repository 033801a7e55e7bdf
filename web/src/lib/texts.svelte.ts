/** The words of the player's language, loaded when they are needed. `t('home.play-now')` is a text of the browser's own;
 * `words()` are the names and sentences that all rooms share, by their ids. */
import { type Facts, filled } from './format';
import * as languages from './languages';
import { settings } from './settings.svelte';

export { LANGUAGES } from './languages';

export type Sentence = { you?: string; 'to-you'?: string; other: string; nobody?: string };
export type Form = string | Sentence;
type Named = { name: string; text: string };
type OptionText = Named & { values?: Record<string, string> };
type GameText = { name: string; summary: string; how: string[]; options?: Record<string, OptionText> };

export interface Words {
  language: string;
  games: Record<string, GameText>;
  rulings: Record<string, string>;
  rules: Record<string, Named>;
  colours: Record<string, string>;
  animals: Record<string, string>;
  jokers: Record<string, string>;
  attributes: Record<string, string>;
  characters: Record<string, string>;
  garments: Record<string, string>;
  loteria: Record<string, string>;
  events: Record<string, Form>;
  reasons: Record<string, Form>;
  kinds: Record<string, string>;
  seats: { names: string[]; you: string; and: string; or: string; nothing: string; nobody: string };
  web: Record<string, Record<string, string>>;
}

let current = $state.raw<Words | null>(null);

/** The language that the player chose, else the first of the browser's that we speak. */
export function preferred(wanted = settings.language): string {
  return languages.preferred(wanted);
}

export async function speak(language: string): Promise<void> {
  current = await languages.wordsOf(language);
  document.documentElement.lang = language;
}

export function words(): Words {
  if (!current) throw new Error('no language is loaded yet');
  return current;
}

export function t(key: string, facts: Facts = {}): string {
  const [area = '', name = ''] = key.split(/\.(.*)/s);
  const form = words().web[area]?.[name];
  if (form === undefined) {
    console.error(`no text ${key} in ${words().language}`); // a test finds it; a player can go on
    return name;
  }
  return filled(form, facts, words().language)
    .map((part) => (typeof part === 'string' ? part : part.card))
    .join('');
}

/** One, two and three. */
export function list(items: string[], last = words().seats.and): string {
  if (!items.length) return words().seats.nothing;
  const tail = items.at(-1) ?? '';
  return items.length > 1 ? `${items.slice(0, -1).join(', ')} ${last} ${tail}` : tail;
}
