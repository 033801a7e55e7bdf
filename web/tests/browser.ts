/** What the modules of the client expect of a browser, as far as logic needs it: a place, a page that is in sight, a
 * memory, and sockets that a test speaks through. */
import { vi } from 'vitest';
import { Socket } from './socket';

const page = new EventTarget();
const kept = new Map<string, string>();

vi.stubGlobal('location', new URL('http://127.0.0.1/t/abc'));
vi.stubGlobal('navigator', { languages: ['en-GB'] });
vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {} }));
vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page));
vi.stubGlobal(
  'document',
  Object.assign(new EventTarget(), {
    hidden: false,
    documentElement: {},
    fonts: { ready: Promise.resolve() },
  }),
);
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  clear: () => kept.clear(),
});
vi.stubGlobal('WebSocket', Socket);
vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('there is no network here')));
