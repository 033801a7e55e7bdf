/** Builds the browser client into dist/, which the Python wheel takes in. Texts come from the files that the terminal
 * reads too, art from drawn/ (`npm run art`). */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { texts } from './texts.ts';

const server = process.env.MOUSTACHES_SERVER ?? 'http://127.0.0.1:8300';

export default defineConfig({
  plugins: [svelte(), texts('../src/moustaches/content/texts')],
  publicDir: 'static',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0, // the content security policy has no room for data: addresses
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  server: { proxy: { '/api': { target: server, ws: true }, '/schema': server } },
});
