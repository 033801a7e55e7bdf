/** A table is the fold of the server's news: played back from a real game, with a take-back and a second connection. */
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../src/lib/settings.svelte';
import { speak } from '../src/lib/texts.svelte';
import type { FromServer, Update, View, Welcome } from '../src/protocol';
import { Table } from '../src/table/table.svelte';
import { plain } from '../src/table/tell';
import { conversation, updates, welcomes } from './recordings';
import { Socket } from './socket';

let table: Table;

beforeAll(() => speak('en'));

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
  settings.motion = 'none';
  settings.sound = false;
  settings.met = ['gracias', 'moustache', 'club'];
  table = new Table('abc');
  Socket.last.accept();
});

afterEach(() => {
  table.close();
  vi.useRealTimers();
});

/** Shows everything, tapping whatever stays to be read. */
async function settled(): Promise<void> {
  for (let taps = 0; taps < 20_000; taps += 1) {
    await vi.advanceTimersByTimeAsync(10);
    if (!table.busy) return;
    table.skip();
  }
  throw new Error('it is never over');
}

async function hear(...news: FromServer[]): Promise<void> {
  for (const each of news) Socket.last.tell(each);
  await settled();
}

const log = () => table.log.map(({ parts }) => plain(parts));
const [welcome, again] = welcomes as [Welcome, Welcome];
const first = conversation.indexOf(again);
const before = conversation.slice(0, first);
const takenBack = updates.find((update) => update.restart) as Update;
const upTo = (update: Update) => conversation.slice(0, conversation.indexOf(update));

describe('who meets a game for the first time', () => {
  it('reads what it is about before the curtain opens', async () => {
    settings.met = [];
    Socket.last.tell(welcome);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(table.busy).toBe(true);
    expect(table.log).toEqual([]);
    table.met();
    await settled();
    expect(table.log.length).toBeGreaterThan(0);
  });
});

/** The view as the messages alone make it. */
function folded(news: FromServer[]): View {
  let view = {} as View;
  for (const each of news) {
    if (each.news === 'welcome') view = each.view as View;
    if (each.news !== 'update') continue;
    view = { ...(each.restart ? {} : view), ...each.view, ...each.own } as View;
  }
  return view;
}

describe('the picture', () => {
  it('is the view when all has been shown', async () => {
    for (const news of conversation) {
      await hear(news);
      expect(table.scene).toEqual(table.view);
      expect(table.cues).toEqual({});
    }
    expect(table.view).toEqual(folded(conversation));
    expect(table.info?.phase).toBe('over');
    expect(table.log.at(-1)?.event.event).toBe('game-ended');
  });

  it('is the same however fast the news come', async () => {
    await hear(...conversation.slice(first));
    expect(table.scene).toEqual(folded(conversation));
  });

  it('follows event by event: the last card lies there before the trick is gone', async () => {
    const taking = updates.find((update) =>
      update.events?.some(({ event }) => event === 'trick-taken'),
    ) as Update;
    await hear(...upTo(taking));
    Socket.last.tell(taking);
    expect(table.busy).toBe(true);
    const widest = { cards: 0 };
    for (let taps = 0; table.busy && taps < 1_000; taps += 1) {
      await vi.advanceTimersByTimeAsync(50);
      const trick = table.scene && 'trick' in table.scene ? table.scene.trick : [];
      widest.cards = Math.max(widest.cards, trick.length);
    }
    expect(widest.cards).toBe(3);
    expect((table.scene as View & { trick: unknown[] }).trick).toHaveLength(0);
  });

  it('stands still for whoever wants to read, and a tap goes on', async () => {
    const taking = updates.find((update) =>
      update.events?.some(({ event }) => event === 'trick-taken'),
    ) as Update;
    await hear(...upTo(taking));
    Socket.last.tell(taking);
    await vi.advanceTimersByTimeAsync(300);
    expect(table.busy).toBe(true);
    await settled();
    expect(table.scene).toEqual(table.view);
  });
});

describe('a choice', () => {
  const due = () =>
    conversation.findIndex((news) => news.news === 'update' && news.own && 'legal' in news.own);

  it('is asked for when it is due and the picture is at it', async () => {
    await hear(...before.filter((news) => news === welcome));
    expect(table.asked).toBe(!!table.view?.to_act.includes(0));
    await hear(...conversation.slice(1, due() + 1));
    expect(table.asked).toBe(true);
  });

  it('is not asked for while one is on its way', async () => {
    await hear(...conversation.slice(0, due() + 1));
    table.move('bid 2');
    expect(table.asked).toBe(false);
    table.move('bid 3');
    const moves = Socket.last.heard.filter((message) => message.do === 'move');
    expect(moves).toMatchObject([
      { do: 'move', move: 'bid 2', expected: folded(before).seat === 0 ? expect.any(Number) : 0 },
    ]);
  });

  it('that was refused can be made again, and the reason is told', async () => {
    await hear(...conversation.slice(0, due() + 1));
    table.move('bid 3');
    const id = (Socket.last.heard.at(-1) as { id: string }).id;
    await hear({
      news: 'refused',
      id,
      error: 'illegal',
      message: 'no',
      why: { id: 'forbidden-sum', args: { bid: 3, cards: 5 } },
    });
    expect(table.asked).toBe(true);
    expect(table.refused?.error).toBe('illegal');
    expect(table.announced).toMatch(/3/);
    table.wish({ do: 'nudge' });
    expect(table.refused).toBeNull();
  });

  it('is not asked for while the line is lost', async () => {
    await hear(...conversation.slice(0, due() + 1));
    Socket.last.cut();
    expect(table.line).toBe('lost');
    expect(table.asked).toBe(false);
  });
});

describe('whoever comes back', () => {
  async function comeBack(): Promise<void> {
    Socket.last.cut();
    for (let waited = 0; Socket.all.length < 2 && waited < 1_000; waited += 50)
      await vi.advanceTimersByTimeAsync(50);
    Socket.last.accept();
  }

  it('says the last version and goes on from there, with the whole log', async () => {
    await hear(...before);
    const known = log();
    await comeBack();
    expect(Socket.last.heard[0]).toMatchObject({ do: 'hello', version: again.version });
    await hear(again);
    expect(log()).toEqual(known);
    await hear(...conversation.slice(first + 1));
    expect(table.scene).toEqual(folded(conversation));
    const numbers = table.log.map(({ number }) => number);
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
  });

  it('in the middle of a trick that is still being shown, sees the truth and hears nothing twice', async () => {
    const history = updates.slice(updates.indexOf(takenBack), updates.indexOf(before.at(-1) as Update) + 1);
    const taking = history.findIndex(({ events }) => events?.some(({ event }) => event === 'trick-taken'));
    await hear(...upTo(history[taking] as Update));
    Socket.last.tell(history[taking] as Update);
    await vi.advanceTimersByTimeAsync(20);
    expect(table.busy).toBe(true);

    const events = (some: Update[]) => some.flatMap((update) => update.events ?? []);
    const missed = {
      since: events(history.slice(0, taking + 1)).length,
      events: events(history.slice(taking + 1)),
    };
    await comeBack();
    Socket.last.tell({ ...again, ...missed });
    await vi.advanceTimersByTimeAsync(0);
    expect(table.busy).toBe(false);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(table.scene).toEqual(again.view);
    expect(table.cues).toEqual({});
    expect(table.log.map(({ event }) => event)).toEqual(
      events(history).filter((event) => table.teller.event(event) !== null),
    );
    await hear(...conversation.slice(first + 1));
    expect(table.scene).toEqual(folded(conversation));
  });
});

describe('a take-back', () => {
  it('goes back in the log and in the picture', async () => {
    await hear(...upTo(takenBack));
    const known = table.log.length;
    await hear(takenBack);
    expect(table.log.length).toBeLessThan(known);
    expect(table.scene).toEqual(folded([takenBack]));
  });

  it('does not show the whole game anew', async () => {
    await hear(...upTo(takenBack));
    Socket.last.tell(takenBack);
    await vi.advanceTimersByTimeAsync(0);
    expect(table.busy).toBe(false);
    expect(table.scene).toEqual(folded([takenBack]));
  });

  it('in the middle of what is being shown ends it', async () => {
    const history = upTo(takenBack);
    await hear(...history.slice(0, -1));
    Socket.last.tell(history.at(-1) as FromServer);
    Socket.last.tell(takenBack);
    await settled();
    expect(table.scene).toEqual(folded([takenBack]));
    expect(table.log.filter(({ event }) => event.event === 'bid-made')).toHaveLength(
      (takenBack.events ?? []).filter(({ event }) => event === 'bid-made').length,
    );
  });
});
