/** A socket whose other end is the test: it opens it, hears what is sent, answers, and cuts it. */
import type { FromClient, FromServer } from '../src/protocol';

export class Socket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSED = 3;
  static all: Socket[] = [];

  readyState = Socket.CONNECTING;
  heard: FromClient[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor(readonly url: URL) {
    Socket.all.push(this);
  }

  static get last(): Socket {
    const last = Socket.all.at(-1);
    if (!last) throw new Error('nobody has called');
    return last;
  }

  send(text: string): void {
    this.heard.push(JSON.parse(text));
  }

  close(code = 1000): void {
    this.cut(code);
  }

  // The other end

  accept(): this {
    this.readyState = Socket.OPEN;
    this.onopen?.();
    return this;
  }

  tell(news: FromServer): void {
    this.onmessage?.({ data: JSON.stringify(news) });
  }

  cut(code = 1006): void {
    if (this.readyState === Socket.CLOSED) return;
    this.readyState = Socket.CLOSED;
    this.onclose?.({ code });
  }
}
