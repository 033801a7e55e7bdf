/** Vitest runs the logic of the client in Node, with the few things of a browser that it asks for. */
import { defineConfig, mergeConfig } from 'vitest/config';
import client from './vite.config.ts';

export default mergeConfig(
  client,
  defineConfig({
    resolve: { conditions: ['browser'] },
    test: { include: ['tests/**/*.test.ts'], setupFiles: ['tests/browser.ts'] },
  }),
);
