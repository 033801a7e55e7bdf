/** The first lines that run. They ask for what the page will need, side by side, while it is still being put together:
 * words, letters, drawings, and of a table its news. */
import { tableAt } from './lib/addresses';
import { api } from './lib/api';
import { call } from './lib/call';
import { kept } from './lib/kept';
import { lettersOf, preferred, wordsOf } from './lib/languages';
import { draw } from './lib/sprites';

const later = () => {}; // what does not come is asked for again, where it is needed
const language = preferred(kept().language);
const code = tableAt(location.pathname);

if (code && !location.hash)
  call(code, ({ table: { setup } }) => {
    draw(setup.game).catch(later);
    api.edition(setup.edition ?? 'standard').catch(later);
  });
wordsOf(language).catch(later);
draw('house').catch(later);
lettersOf(language).catch(later);
