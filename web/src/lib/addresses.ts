/** Addresses of the page: `/t/CODE` is a table. */

export function tableAt(path: string): string | undefined {
  return /^\/t\/([^/]+)$/.exec(path)?.[1];
}
