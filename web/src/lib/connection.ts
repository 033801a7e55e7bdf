/** One socket to a table that mends itself. Intents are kept until they are answered and sent again after a break: the
 * server takes each effect once. Whoever comes back says the last version that it saw. */
import type { FromClient, FromServer } from '../protocol';

export type Line = 'connecting' | 'open' | 'lost' | 'closed';
export type Intent = Extract<FromClient, { id: string }>;
type WithoutId<T> = T extends { id: string } ? Omit<T, 'id'> : never;
export type Wish = WithoutId<Intent>;

export interface Listener {
  line(state: Line, code?: number): void;
  news(news: FromServer): void;
  version(): number | null;
}

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5_000;
const SILENCE = 25_000;
const NEVER_AGAIN = [4400, 4403, 4404];

export class Connection {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Intent>();
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private over = false;
  private number = 0;
  private readonly self = Math.random().toString(36).slice(2, 10);

  constructor(
    private readonly code: string,
    private listener: Listener,
  ) {
    addEventListener('online', this.hurry);
    addEventListener('offline', this.cut);
    document.addEventListener('visibilitychange', this.hurry);
    this.open();
  }

  /** From now on somebody else listens. */
  pass(listener: Listener): void {
    this.listener = listener;
  }

  /** Sends an intent, now or as soon as there is a line again; returns its id. */
  send(wish: Wish): string {
    this.number += 1;
    const intent = { ...wish, id: `${this.self}.${this.number}` } as Intent;
    this.waiting.set(intent.id, intent);
    this.say(intent);
    return intent.id;
  }

  /** Calls anew, as whoever this browser has become. */
  renew(): void {
    const socket = this.socket;
    if (this.over || !socket) return;
    socket.onmessage = null;
    this.open();
    socket.close(1000);
  }

  /** Something that has no effect at the table. */
  say(message: FromClient): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close(): void {
    this.over = true;
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.cut);
    document.removeEventListener('visibilitychange', this.hurry);
    clearTimeout(this.retry);
    clearInterval(this.pulse);
    this.socket?.close(1000);
  }

  private open(): void {
    clearTimeout(this.retry);
    this.listener.line('connecting');
    const url = new URL(`/api/tables/${encodeURIComponent(this.code)}/socket`, location.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => {
      const version = this.listener.version();
      this.say({ do: 'hello', protocol: 1, ...(version === null ? {} : { version }) } as FromClient);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(message.data) as FromServer);
    socket.onclose = (event) => this.closed(socket, event.code);
  }

  private hear(news: FromServer): void {
    this.heard = Date.now();
    if (news.news === 'welcome') {
      this.wait = FIRST_WAIT;
      this.listener.line('open');
      this.listener.news(news);
      for (const intent of this.waiting.values()) this.say(intent);
      this.watch();
      return;
    }
    if (news.news === 'closing' && news.retry >= 0) this.wait = Math.max(news.retry * 1_000, FIRST_WAIT);
    if ((news.news === 'done' || news.news === 'refused') && news.id) this.waiting.delete(news.id);
    if (news.news === 'update' && news.done) this.waiting.delete(news.done);
    this.listener.news(news);
  }

  private closed(socket: WebSocket, code: number): void {
    if (socket !== this.socket || this.over) return;
    clearInterval(this.pulse);
    this.socket = null;
    if (NEVER_AGAIN.includes(code)) {
      this.over = true;
      this.listener.line('closed', code);
      return;
    }
    this.listener.line('lost', code);
    this.retry = setTimeout(() => this.open(), this.wait * (0.8 + Math.random() * 0.4));
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** A line can be dead without being closed: whoever is silent for long is asked, then hung up on. */
  private watch(): void {
    clearInterval(this.pulse);
    this.pulse = setInterval(() => {
      const silent = Date.now() - this.heard;
      if (silent > 2 * SILENCE) this.socket?.close();
      else if (silent > SILENCE) this.say({ do: 'ping' } as FromClient);
    }, SILENCE / 5);
  }

  /** The browser knows before the socket does. */
  private cut = (): void => {
    const socket = this.socket;
    if (!socket || this.over) return;
    socket.close();
    this.closed(socket, 1006);
  };

  private hurry = (): void => {
    if (!this.over && !this.socket && !document.hidden) {
      this.wait = FIRST_WAIT;
      this.open();
    }
  };
}
