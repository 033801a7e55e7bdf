/** The languages that we speak, each loaded when it is needed. */
import { loaders } from 'virtual:languages';
import type { Words } from './texts.svelte';

export const LANGUAGES: Record<string, string> = {
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fr: 'Français',
  ru: 'Русский',
};
const FONTS = ['400 1em "Alegreya Sans"', '700 1em "Alegreya Sans"', '400 1em "Yeseva One"'];

/** The language that the player chose, else the first of the browser's that we speak. */
export function preferred(wanted: string, offered = navigator.languages): string {
  const known = [wanted, ...offered.map((tag) => tag.slice(0, 2).toLowerCase())];
  return known.find((tag) => tag in loaders) ?? 'en';
}

/** The letters that the language is written in: the first text is set in them already. */
export async function lettersOf(language: string): Promise<void> {
  await Promise.all(FONTS.map((font) => document.fonts.load(font, `a ${LANGUAGES[language]}`)));
}

export async function wordsOf(language: string): Promise<Words> {
  const load = loaders[language] ?? loaders.en;
  if (!load) throw new Error(`no texts in ${language}`);
  return (await load()).default;
}
