/** A table is called by the first lines of the page, while the rest of it is still on its way. What the table says
 * meanwhile is kept for whoever takes the call. */
import type { Welcome } from '../protocol';
import { Connection, type Listener } from './connection';

interface Call {
  code: string;
  connection: Connection;
  heard: ((listener: Listener) => void)[];
}

let early: Call | null = null;

export function call(code: string, welcomed: (news: Welcome) => void): void {
  const heard: Call['heard'] = [];
  const connection = new Connection(code, {
    line: (state, closed) => heard.push((listener) => listener.line(state, closed)),
    news: (news) => {
      heard.push((listener) => listener.news(news));
      if (news.news === 'welcome') welcomed(news);
    },
    version: () => null,
  });
  early = { code, connection, heard };
}

/** The call that is under way, or a new one. */
export function connected(code: string, listener: Listener): Connection {
  const under = early;
  early = null;
  if (under?.code !== code) {
    under?.connection.close();
    return new Connection(code, listener);
  }
  under.connection.pass(listener);
  for (const tell of under.heard) tell(listener);
  return under.connection;
}
