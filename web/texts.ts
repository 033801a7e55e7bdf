/** A Vite plugin: `virtual:texts/fr` is what the browser needs of the file of a language, without what only the
 * terminal says; `virtual:languages` lists the languages and loads one on demand. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parse } from 'smol-toml';
import type { Plugin } from 'vite';

const OF_THE_TERMINAL = ['prompts', 'labels'];

export function texts(folder: string): Plugin {
  const files = resolve(import.meta.dirname, folder);
  const languages = () =>
    readdirSync(files)
      .filter((name) => name.endsWith('.toml'))
      .map((name) => name.slice(0, -'.toml'.length));
  return {
    name: 'texts',
    resolveId: (id) =>
      id.startsWith('virtual:texts/') || id === 'virtual:languages' ? `\0${id}` : undefined,
    load(id) {
      if (id === '\0virtual:languages') {
        const loaders = languages().map((each) => `${each}: () => import('virtual:texts/${each}')`);
        return `export const loaders = { ${loaders.join(', ')} };`;
      }
      if (!id.startsWith('\0virtual:texts/')) return undefined;
      const file = `${files}/${id.slice('\0virtual:texts/'.length)}.toml`;
      this.addWatchFile(file);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(forTheBrowser(file)))});`;
    },
  };
}

export function forTheBrowser(file: string): Record<string, unknown> {
  const all = parse(readFileSync(file, 'utf-8')) as Record<string, Record<string, unknown>>;
  for (const section of OF_THE_TERMINAL) delete all[section];
  all.reasons = Object.fromEntries(
    Object.entries(all.reasons ?? {}).filter(([id]) => !id.startsWith('bot-')),
  );
  return all;
}
