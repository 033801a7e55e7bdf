/** Lists that stay themselves. A view comes whole, so its lists are new ones even where they hold the same; what hangs on
 * one would be gone through again, and where things move to their places, measured: a layout of the page each time. */

/** For `$derived.by`: the list of before, as long as the new one holds the same. */
export function steady<T>(list: () => readonly T[]): () => readonly T[] {
  let known: readonly T[] = [];
  return () => {
    const now = list();
    if (now.length !== known.length || now.some((each, place) => each !== known[place])) known = now;
    return known;
  };
}
