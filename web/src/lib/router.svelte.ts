/** Where the player is: the path of the page's address. */

let path = $state(location.pathname);

addEventListener('popstate', () => {
  path = location.pathname;
});

export const route = {
  get path() {
    return path;
  },
};

export function go(to: string): void {
  if (to !== location.pathname) history.pushState(null, '', to);
  path = to;
  scrollTo(0, 0);
}

/** For links: a plain click stays in the page, any other is the browser's. */
export function follow(event: MouseEvent): void {
  const link = (event.currentTarget as HTMLElement).closest('a');
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(new URL(link.href).pathname);
}
