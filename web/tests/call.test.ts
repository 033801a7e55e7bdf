/** A table that is called early: what it said meanwhile is heard by whoever takes the call, in its order. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { call, connected } from '../src/lib/call';
import type { Connection } from '../src/lib/connection';
import type { FromServer, Welcome } from '../src/protocol';
import { conversation, welcomes } from './recordings';
import { Socket } from './socket';

const welcome = welcomes[0] as Welcome;
const update = conversation.find((news) => news.news === 'update') as FromServer;
let heard: string[] = [];
let connection: Connection | undefined;

const take = (code: string) => {
  connection = connected(code, {
    line: (state) => heard.push(state),
    news: (news) => heard.push(news.news),
    version: () => 7,
  });
};

beforeEach(() => {
  Socket.all = [];
  heard = [];
});

afterEach(() => connection?.close());

describe('an early call', () => {
  it('is taken over with all that was said', () => {
    const welcomed: Welcome[] = [];
    call('abc', (news) => welcomed.push(news));
    const socket = Socket.last.accept();
    expect(socket.heard).toEqual([{ do: 'hello', protocol: 1 }]);
    socket.tell(welcome);
    expect(welcomed).toEqual([welcome]);
    take('abc');
    expect(heard).toEqual(['connecting', 'open', 'welcome']);
    socket.tell(update);
    expect(heard.at(-1)).toBe('update');
    expect(Socket.all).toHaveLength(1);
  });

  it('to another table is hung up on', () => {
    call('abc', () => {});
    const early = Socket.last.accept();
    take('xyz');
    expect(early.readyState).toBe(Socket.CLOSED);
    expect(String(Socket.last.url)).toContain('/xyz/');
  });

  it('is taken once', () => {
    call('abc', () => {});
    take('abc');
    connection?.close();
    take('abc');
    expect(Socket.all).toHaveLength(2);
  });
});
