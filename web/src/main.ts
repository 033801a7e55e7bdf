/** Where the page begins: the player's language first, then the page. */
import './early'; // before everything else
import '@fontsource/alegreya-sans/400.css';
import '@fontsource/alegreya-sans/700.css';
import '@fontsource/yeseva-one/400.css';
import './house.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { preferred, speak } from './lib/texts.svelte';

const target = document.getElementById('app');
if (target) {
  await speak(preferred());
  mount(App, { target });
}
