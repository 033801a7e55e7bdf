/** One request at a time over HTTP. A refusal comes as an exception that has the server's error id. */
import type { Box, GameInfo, Listed, Me, Notebook, Setup, TableLink, Welcome } from '../protocol';

export class Refusal extends Error {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('offline', 'the server cannot be reached');
  }
  if (answer.ok) return (await answer.json()) as T;
  const said = await answer.json().catch(() => ({}));
  throw new Refusal(said.error ?? 'internal', said.message ?? answer.statusText);
}

const table = (code: string) => `/api/tables/${encodeURIComponent(code)}`;

export const api = {
  me: () => ask<Me>('GET', '/api/me'),
  rename: (name: string) => ask<Me>('POST', '/api/me', { name }),
  forget: () => ask<{ tables: number }>('DELETE', '/api/me'),
  myTables: () => ask<Listed[]>('GET', '/api/me/tables'),
  openTables: () => ask<Listed[]>('GET', '/api/tables'),
  games: () => ask<GameInfo[]>('GET', '/api/games'),
  phrases: () => ask<Record<string, Phrases>>('GET', '/api/phrases'),
  create: (setup: Setup, name?: string) => ask<TableLink>('POST', '/api/tables', { setup, ...named(name) }),
  playNow: (setup: Setup, level: string, name?: string) =>
    ask<TableLink>('POST', '/api/play', { setup, level, ...named(name) }),
  look: (code: string) => ask<Welcome>('GET', table(code)),
  rejoin: (code: string, secret: string) => ask<Welcome>('POST', `${table(code)}/rejoin`, { secret }),
  record: async (code: string) => (await fetch(`${table(code)}/record`)).text(),
  notebook: (code: string) => ask<Notebook>('GET', `${table(code)}/notebook`),
  edition: (name: string) => once(`/api/editions/${encodeURIComponent(name)}`),
};

const boxes = new Map<string, Promise<Box>>();

/** The contents of a box stay as they are. */
function once(path: string): Promise<Box> {
  let box = boxes.get(path);
  if (!box) {
    box = ask<Box>('GET', path);
    box.catch(() => boxes.delete(path)); // asked for again later
    boxes.set(path, box);
  }
  return box;
}

export type Phrases = { phrases: Record<string, string>; reactions: Record<string, string> };

const named = (name?: string) => (name ? { name } : {});
