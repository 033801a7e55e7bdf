/** Real conversations with a server, finished games and golden records, as files. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Box, FromServer, GameEvent, Update, Welcome } from '../src/protocol';

const here = (path: string) => new URL(path, import.meta.url);
const read = (path: string) => readFileSync(here(path), 'utf-8');

export const box: Box = JSON.parse(read('recorded/box.json'));

/** All that one seat heard of a game of Gracias: see tests/web/record.py. */
export const conversation: FromServer[] = read('recorded/gracias.jsonl')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

export const finished: Record<string, { record: string; commitment: string; events: GameEvent[] }> =
  JSON.parse(read('recorded/finished.json'));

export const golden: [string, string][] = readdirSync(here('../../tests/golden'))
  .filter((name) => name.endsWith('.txt'))
  .map((name) => [name, read(`../../tests/golden/${name}`)]);

/** What happened in a golden game, as a spectator was told. */
export const events = (name: string): GameEvent[] =>
  read(`../../tests/golden/${name}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

export const welcomes = conversation.filter((news): news is Welcome => news.news === 'welcome');
export const updates = conversation.filter((news): news is Update => news.news === 'update');
