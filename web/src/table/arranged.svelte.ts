/** The own hand as its player arranges it, where it is not kept sorted. A hand is a set for the server, so there is no
 * order of the deal: cards stay where they were put, and new ones come behind. Kept for as long as the tab is open. */

const kept = (code: string) => `moustaches-hand-${code}`;

export class Arranged {
  private order = $state.raw<string[]>([]);

  constructor(private readonly code: string) {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(kept(code)) ?? '[]');
      if (Array.isArray(found)) this.order = found.map(String);
    } catch {
      // a private window, or something that is not ours
    }
  }

  /** These cards, as they were last put. */
  of(cards: readonly string[]): string[] {
    return arranged(this.order, cards);
  }

  put(cards: readonly string[]): void {
    this.order = [...cards];
    try {
      sessionStorage.setItem(kept(this.code), JSON.stringify(cards));
    } catch {
      // a private window: the order lasts as long as the page
    }
  }
}

/** Known cards in their order, new ones behind. */
export function arranged(order: readonly string[], cards: readonly string[]): string[] {
  return [...order.filter((card) => cards.includes(card)), ...cards.filter((card) => !order.includes(card))];
}

/** The cards with one of them at another place. */
export function moved(cards: readonly string[], card: string, place: number): string[] {
  const others = cards.filter((each) => each !== card);
  return [...others.slice(0, place), card, ...others.slice(place)];
}
