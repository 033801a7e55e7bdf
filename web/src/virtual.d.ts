declare module 'virtual:languages' {
  export const loaders: Record<string, () => Promise<{ default: import('./lib/texts.svelte').Words }>>;
}
