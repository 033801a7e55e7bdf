/** A table as this browser knows it: the fold of the server's news. `view` is the latest truth; `scene` is the picture
 * on the screen, which follows it event by event. Components read the scene and send wishes; nothing else changes here. */
import { tick } from 'svelte';
import { api } from '../lib/api';
import { connected } from '../lib/call';
import type { Connection, Line, Wish } from '../lib/connection';
import type { Part } from '../lib/format';
import { motion, pause, settings } from '../lib/settings.svelte';
import { play } from '../lib/sound';
import { draw } from '../lib/sprites';
import { t, words } from '../lib/texts.svelte';
import type {
  Box,
  FromServer,
  GameEvent,
  Refused,
  TableInfo,
  Talk,
  Update,
  View,
  Welcome,
  You,
} from '../protocol';
import { spokenRefusal } from './refusals';
import type { Beat, Cues } from './staging';
import { stagingOf } from './stagings';
import { plain, Teller } from './tell';

export interface Told {
  number: number;
  parts: Part[];
  event: GameEvent;
}

interface Act {
  events: GameEvent[];
  view: View;
}

/** Events that a choice of their seat leads to. */
const CHOICES = new Set<GameEvent['event']>([
  'card-laid',
  'card-chosen',
  'gift-chosen',
  'bid-made',
  'card-stolen',
  'cat-played',
  'guessed',
  'kept',
]);
const NAMELESS = 'guest'; // what the server calls a person who gave no name
const PATIENCE = 500; // for letters that are late; others do meanwhile
const LATE = 12; // so many updates behind, there is no time for a show

export class Table {
  line = $state<Line>('connecting');
  /** Why there is no table here: a code of the socket. */
  closed = $state<number | null>(null);
  info = $state.raw<TableInfo | null>(null);
  you = $state.raw<You>({});
  present = $state.raw<boolean[]>([]);
  spectators = $state(0);
  view = $state.raw<View | null>(null);
  scene = $state.raw<View | null>(null);
  cues = $state.raw<Cues>({});
  box = $state.raw<Box | null>(null);
  /** Is all there that the picture is drawn with? */
  furnished = $state(false);
  log = $state.raw<Told[]>([]);
  talk = $state.raw<Talk[]>([]);
  /** The last thing said, with a number of its own so that the same words show again. */
  said = $state.raw<{ number: number; talk: Talk } | null>(null);
  /** What a screen reader says next. */
  announced = $state('');
  refused = $state.raw<Refused | null>(null);
  /** What the refused one was about. */
  refusedWish = $state('');
  /** How often a choice was taken back here. */
  takenBack = $state(0);
  /** The intent that waits for its answer. */
  pending = $state('');
  nudged = $state(0);
  /** Events are being shown; choices wait until they are over. */
  busy = $state(false);
  /** Who made the last choice that was seen. */
  lastMover = $state<number | null>(null);
  /** How far the server's clock is ahead of ours, in seconds. */
  ahead = 0;

  private version: number | null = null;
  private readonly connection: Connection;
  private acts: Act[] = [];
  private told = 0;
  private lastWish: { id: string; wish: Wish } | null = null;
  private hurry: (() => void) | null = null;
  private introduced: (() => void) | null = null;
  private furniture: Promise<void> | null = null;
  /** Goes up whenever the picture jumps to the truth: a show of before ends there. */
  private shows = 0;
  private gone = false;

  readonly names = $derived.by(() => (this.info?.seats ?? []).map((_, seat) => this.nameOf(seat)));
  readonly mine = $derived(this.you.seat ?? null);
  /** Is a choice of mine asked for, and is the picture at it? */
  readonly asked = $derived(
    !this.busy &&
      !this.pending &&
      this.line === 'open' &&
      this.mine !== null &&
      !!this.view?.to_act.includes(this.mine),
  );
  readonly teller = $derived.by(
    () =>
      new Teller({
        game: this.info?.setup.game ?? '',
        viewer: this.mine,
        names: this.names,
        teams: this.scene && 'teams' in this.scene ? this.scene.teams : null,
        box: this.box,
      }),
  );

  constructor(readonly code: string) {
    this.connection = connected(code, {
      line: (state, closed) => {
        this.line = state;
        if (state === 'closed') this.closed = closed ?? 0;
      },
      news: (news) => this.hear(news),
      version: () => this.version,
    });
  }

  close(): void {
    this.gone = true;
    this.connection.close();
  }

  wish(wish: Wish): void {
    this.refused = null;
    const id = this.connection.send(wish);
    this.lastWish = { id, wish };
    if (wish.do === 'move') this.pending = id;
  }

  /** A choice of one's own, as the notation has it. */
  move(move: string): void {
    if (this.pending || this.version === null) return;
    this.wish({ do: 'move', move, expected: this.version });
  }

  mute(seat: number | null, muted: boolean): void {
    this.connection.say({ do: 'mute', seat, muted });
  }

  /** Ends what only stays to be read. */
  skip(): void {
    this.hurry?.();
  }

  nameOf(seat: number): string {
    const sitter = this.info?.seats[seat];
    if (sitter?.who === 'person' && sitter.name)
      return sitter.name === NAMELESS ? t('table.guest') : sitter.name;
    return words().seats.names[seat] ?? String(seat);
  }

  private hear(news: FromServer): void {
    switch (news.news) {
      case 'welcome':
        this.welcome(news);
        break;
      case 'update':
        this.update(news);
        break;
      case 'present':
        this.present = news.present;
        this.spectators = news.spectators;
        break;
      case 'done':
        this.answered(news.id);
        break;
      case 'refused':
        this.answered(news.id ?? '');
        if (news.error === 'stranger' && this.lastWish && news.id === this.lastWish.id) {
          void this.introduce(this.lastWish.wish);
          break;
        }
        this.refusedWish = this.lastWish && this.lastWish.id === news.id ? this.lastWish.wish.do : '';
        this.refused = news;
        this.announced = spokenRefusal(this, news);
        break;
    }
  }

  /** Whoever comes by a link is nobody yet: they get an identity, call anew and have their wish. */
  private async introduce(wish: Wish): Promise<void> {
    this.lastWish = null;
    try {
      await api.rename(settings.name.trim() || NAMELESS);
      this.connection.renew();
      this.connection.send(wish);
    } catch {
      this.refused = { news: 'refused', error: 'unavailable', message: '' };
    }
  }

  private welcome(news: Welcome): void {
    const first = !this.box || this.info?.setup.edition !== news.table.setup.edition;
    const begun = this.version === null && justBegun(news);
    this.ahead = news.now - Date.now() / 1000;
    this.version = news.version;
    this.info = news.table;
    this.you = news.you;
    this.present = news.present;
    this.talk = news.talk ?? [];
    this.pending = '';
    this.jump();
    this.view = news.view ?? null;
    this.scene = this.view;
    if (first) this.furniture = this.furnish(news);
    if (begun && this.view) void this.begin(this.view, news.events ?? []);
    else this.relate(news.events ?? [], news.since ?? 0);
  }

  /** All that the picture is drawn with. What does not come is gone without: a card can be laid that is not drawn. */
  private async furnish({ table, events = [], since = 0 }: Welcome): Promise<void> {
    const { game, edition = 'standard' } = table.setup;
    await Promise.all([
      this.unpack(edition, events, since),
      ...[game, 'house'].map((sprite) => draw(sprite).catch(() => {})),
      Promise.race([document.fonts.ready, wait(PATIENCE)]),
    ]);
    this.furnished = true;
  }

  /** Shows a game from its first event, as soon as there is something to draw it with. */
  private async begin(view: View, events: GameEvent[]): Promise<void> {
    const show = this.shows;
    this.busy = true;
    this.scene = opening(view);
    this.acts = [{ events, view }];
    await this.furniture;
    if (this.mine !== null && !settings.met.includes(view.game))
      await new Promise<void>((resolve) => {
        this.introduced = resolve;
      });
    if (!this.gone && show === this.shows) void this.perform();
  }

  /** Whoever meets the game for the first time has read what it is about: the curtain may open. */
  met(): void {
    this.introduced?.();
    this.introduced = null;
  }

  /** The contents of the box; names of its cards go into what was told already. */
  private async unpack(edition: string, events: GameEvent[], since: number): Promise<void> {
    this.box = await api.edition(edition).catch(() => null);
    if (this.told === since + events.length) this.relate(events, since);
  }

  private update(news: Update): void {
    this.version = news.version;
    if (news.done) this.answered(news.done);
    if (news.table && this.info) {
      const { edition } = this.info.setup;
      this.info = { ...this.info, ...news.table };
      if (this.info.setup.edition !== edition)
        void this.unpack(this.info.setup.edition ?? 'standard', [], this.told);
    }
    if (news.talk) {
      this.talk = [...this.talk.slice(-99), news.talk];
      this.said = { number: (this.said?.number ?? 0) + 1, talk: news.talk };
    }
    if (news.nudged === this.mine && this.mine !== null) {
      this.nudged += 1;
      play('turn');
    }
    if (news.restart) {
      const begins = this.view === null;
      this.jump();
      this.view = { ...news.view, ...news.own } as View;
      this.scene = this.view;
      if (begins) void this.begin(this.view, news.events ?? []);
      else {
        this.relate(news.events ?? [], 0);
        this.takenBack += 1;
        this.announced = t('table.taken-back');
      }
    } else if (news.view || news.own || news.events?.length) {
      this.view = { ...this.view, ...news.view, ...news.own } as View;
      this.acts.push({ events: news.events ?? [], view: this.view });
    }
    if (this.acts.length && !this.busy) void this.perform();
  }

  private answered(id: string): void {
    if (this.pending === id) this.pending = '';
  }

  /** The truth has jumped: whatever was being shown ends. */
  private jump(): void {
    this.shows += 1;
    this.acts = [];
    this.cues = {};
    this.busy = false;
    this.hurry?.();
  }

  /** Shows what happened, act by act, until the picture is the view. */
  private async perform(): Promise<void> {
    const show = this.shows;
    this.busy = true;
    for (let act = this.acts.shift(); act && !this.gone; act = this.acts.shift()) {
      const behind = this.acts.length > LATE;
      for (const event of act.events) {
        this.say(event);
        if (!behind && !document.hidden) await this.show(event, act.view, show);
        if (show !== this.shows) return;
      }
      this.cues = {};
      this.scene = act.view;
      await tick();
      if (show !== this.shows) return;
    }
    this.busy = false;
    if (this.asked) play('turn');
  }

  private async show(event: GameEvent, after: View, show: number): Promise<void> {
    const staging = stagingOf(after.game)[event.event];
    if (!staging || !this.scene) return;
    for (const beat of staging(event as never, this.scene as never, after as never) as Beat[]) {
      if (beat.scene) this.scene = { ...this.scene, ...beat.scene } as View;
      this.cues = beat.cues ?? {};
      if (beat.sound) play(beat.sound);
      await tick();
      if (beat.moves && show === this.shows) await wait(motion(beat.moves));
      if (beat.stays && show === this.shows) await this.stay(pause(beat.stays));
      if (show !== this.shows) return;
    }
  }

  /** Time to read, which a tap ends. */
  private async stay(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.hurry = null;
  }

  private relate(events: GameEvent[], since: number): void {
    this.told = since;
    this.log = this.log.filter((told) => told.number < since);
    for (const event of events) this.say(event, true);
  }

  private say(event: GameEvent, quietly = false): void {
    const parts = this.teller.event(event);
    const number = this.told++;
    if (!quietly && 'seat' in event && CHOICES.has(event.event)) this.lastMover = event.seat;
    if (!parts) return;
    this.log = [...this.log, { number, parts, event }];
    if (!quietly) this.announced = plain(parts);
  }
}

/** Is it a game in which this viewer plays, and no person has chosen anything yet? */
function justBegun(news: Welcome): boolean {
  const events = news.events ?? [];
  if (news.table.phase !== 'playing' || news.since || !events.length || news.you.seat == null) return false;
  return !events.some(
    (event) =>
      'seat' in event &&
      event.seat !== null &&
      CHOICES.has(event.event) &&
      news.table.seats[event.seat]?.who === 'person',
  );
}

/** The picture before the first event: the table of the view, with nothing dealt yet. */
function opening(view: View): View {
  return { ...view, hand: [], to_act: [], legal: [] } as View;
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
