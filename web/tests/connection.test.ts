/** Intents take effect once: they are kept until they are answered, and sent again after a break. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Connection, type Line } from '../src/lib/connection';
import type { FromServer } from '../src/protocol';
import { welcomes } from './recordings';
import { Socket } from './socket';

const welcome = welcomes[0] as FromServer;
let lines: [Line, number | undefined][] = [];
let news: FromServer[] = [];
let version: number | null = null;
let connection: Connection;

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  lines = [];
  news = [];
  version = null;
  connection = new Connection('ab c', {
    line: (state, code) => lines.push([state, code]),
    news: (each) => news.push(each),
    version: () => version,
  });
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

const states = () => lines.map(([state]) => state);

function seated(): Socket {
  const socket = Socket.last.accept();
  socket.tell(welcome);
  return socket;
}

async function back(milliseconds = 10_000): Promise<Socket> {
  const before = Socket.all.length;
  for (let waited = 0; Socket.all.length === before && waited < milliseconds; waited += 50)
    await vi.advanceTimersByTimeAsync(50);
  expect(Socket.all.length).toBe(before + 1);
  return Socket.last;
}

describe('a line', () => {
  it('begins with hello, and is open when the table has answered', () => {
    expect(String(Socket.last.url)).toBe('ws://127.0.0.1/api/tables/ab%20c/socket');
    const socket = Socket.last.accept();
    expect(socket.heard).toEqual([{ do: 'hello', protocol: 1 }]);
    expect(states()).toEqual(['connecting']);
    socket.tell(welcome);
    expect(states()).toEqual(['connecting', 'open']);
    expect(news).toHaveLength(1);
  });

  it('says at once that it is lost, and comes back with the last version', async () => {
    const socket = seated();
    version = 7;
    socket.cut();
    expect(states().at(-1)).toBe('lost');
    expect((await back()).accept().heard).toEqual([{ do: 'hello', protocol: 1, version: 7 }]);
  });

  it('waits longer each time, but never longer than six seconds', async () => {
    seated().cut();
    const waits: number[] = [];
    for (let each = 0; each < 8; each += 1) {
      const from = Date.now();
      (await back()).cut();
      waits.push(Date.now() - from);
    }
    expect(waits[0]).toBeLessThan(500);
    expect(waits.at(-1)).toBeGreaterThan(3_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(6_050);
  });

  it('comes back when the server said that it would', async () => {
    const socket = seated();
    socket.tell({ news: 'closing', retry: 3, reason: 'the server restarts' });
    socket.cut(1012);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(Socket.all).toHaveLength(1);
    await back(3_000);
  });

  it('is cut as soon as the browser is offline, and hurries back when it is online', () => {
    const socket = seated();
    dispatchEvent(new Event('offline'));
    expect(states().at(-1)).toBe('lost');
    expect(socket.readyState).toBe(Socket.CLOSED);
    dispatchEvent(new Event('online'));
    expect(Socket.all).toHaveLength(2);
    expect(states().filter((state) => state === 'lost')).toHaveLength(1);
  });

  it.each([4400, 4403, 4404])('is not tried again where there is nothing to come to: %i', async (code) => {
    Socket.last.accept().cut(code);
    expect(lines.at(-1)).toEqual(['closed', code]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
  });

  it('that is silent is asked, then hung up on', async () => {
    const socket = seated();
    await vi.advanceTimersByTimeAsync(31_000);
    expect(socket.heard.at(-1)).toEqual({ do: 'ping' });
    expect(states().at(-1)).toBe('open');
    await vi.advanceTimersByTimeAsync(31_000);
    expect(states()).toContain('lost');
  });

  it('that answers the question stays', async () => {
    const socket = seated();
    for (let each = 0; each < 10; each += 1) {
      await vi.advanceTimersByTimeAsync(20_000);
      socket.tell({ news: 'pong', now: 0 });
    }
    expect(states()).toEqual(['connecting', 'open']);
  });

  it('is called anew as somebody else, and what is wished for then is sent on the new one', () => {
    const socket = seated();
    connection.renew();
    const id = connection.send({ do: 'nudge' });
    expect(socket.readyState).toBe(Socket.CLOSED);
    expect(Socket.all).toHaveLength(2);
    const next = seated();
    expect(next.heard).toContainEqual({ do: 'nudge', id });
    expect(socket.heard).not.toContainEqual({ do: 'nudge', id });
    expect(states()).not.toContain('lost');
  });

  it('ends with the page', async () => {
    const socket = seated();
    connection.close();
    expect(socket.readyState).toBe(Socket.CLOSED);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(states()).toEqual(['connecting', 'open']);
  });
});

describe('an intent', () => {
  const intents = (socket: Socket) => socket.heard.filter((message) => 'id' in message);

  it('has an id of its own', () => {
    const socket = seated();
    const ids = [connection.send({ do: 'nudge' }), connection.send({ do: 'nudge' })];
    expect(new Set(ids).size).toBe(2);
    expect(intents(socket)).toEqual(ids.map((id) => ({ do: 'nudge', id })));
    for (const id of ids) expect(id).toMatch(/^[\w.-]{1,40}$/);
  });

  it('is sent again after a break, with the same id, until it is answered', async () => {
    const first = seated();
    const id = connection.send({ do: 'move', move: 'bid 2', expected: 5 });
    first.cut();
    (await back()).cut(); // not even hello
    const third = (await back()).accept();
    expect(intents(third)).toEqual([]);
    third.tell(welcome);
    expect(intents(third)).toEqual([{ do: 'move', move: 'bid 2', expected: 5, id }]);
    third.tell({ news: 'done', id, version: 6 });
    third.cut();
    const fourth = (await back()).accept();
    fourth.tell(welcome);
    expect(intents(fourth)).toEqual([]);
  });

  it.each([
    ['an update', (id: string): FromServer => ({ news: 'update', version: 6, done: id })],
    ['done', (id: string): FromServer => ({ news: 'done', id, version: 6 })],
    ['a refusal', (id: string): FromServer => ({ news: 'refused', id, error: 'illegal', message: '' })],
  ])('is answered by %s', async (_, answer) => {
    const socket = seated();
    socket.tell(answer(connection.send({ do: 'nudge' })));
    socket.cut();
    const again = (await back()).accept();
    again.tell(welcome);
    expect(intents(again)).toEqual([]);
  });

  it('that is wished for without a line is sent when there is one', async () => {
    const id = connection.send({ do: 'nudge' });
    const socket = seated();
    expect(intents(socket)).toEqual([{ do: 'nudge', id }]);
  });

  it('goes out once on a line, however often the table is told anew', () => {
    const socket = seated();
    const id = connection.send({ do: 'nudge' });
    socket.tell({ news: 'done', id, version: 6 });
    socket.tell(welcome);
    expect(intents(socket)).toHaveLength(1);
  });
});
