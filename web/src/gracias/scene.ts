/** The picture of a table of Gracias: the view, and what is only shown on the way to it (the draw for the dealer, the
 * account of a round). Small questions about cards, bids and garments are answered here, none of them a rule. */
import type { GraciasLaid, GraciasView } from '../protocol';

/** How the round was counted for one seat, as far as it has been told. */
export interface Line {
  seat: number;
  bid: number;
  taken: number;
  lost: number;
  left: number;
  exact: boolean;
  regained: boolean;
  bare: boolean;
}

export interface GraciasScene extends GraciasView {
  /** While the dealer is drawn for: what everyone drew. */
  drawn?: GraciasLaid[];
  /** While a round is counted: line by line. */
  account?: Line[] | undefined;
  /** The forehead cards are being turned. */
  turning?: boolean;
}

/** A card that lies in the middle; without a face it lies face down. */
export interface Spot {
  seat: number;
  card: string | null;
  /** Only its owner sees it yet. */
  secret?: boolean;
}

/** The joker is one card, whatever it is said to be worth. */
export function cardKey(card: string): string {
  return card.startsWith('J') ? 'J' : card;
}

/** What the joker was said to be worth; null: another card, or nothing said yet. */
export function jokerValue(card: string): number | null {
  return /^J\d+$/.test(card) ? Number(card.slice(1)) : null;
}

/** Legal moves by the card in hand that makes them. */
export function playable(legal: readonly string[]): Map<string, string[]> {
  const moves = new Map<string, string[]>();
  for (const move of legal) {
    if (!move.startsWith('play ')) continue;
    const card = cardKey(move.slice('play '.length));
    moves.set(card, [...(moves.get(card) ?? []), move]);
  }
  return moves;
}

/** The own cards in hand: what was chosen face down lies on the table already. Sorted, the joker comes last. */
export function inHand(view: GraciasView, sorted: boolean): string[] {
  const chosen = view.own_choice === null ? null : cardKey(view.own_choice);
  const cards = view.hand.filter((card) => card !== chosen);
  const rank = (card: string) => (card === 'J' ? 22 : Number(card));
  return sorted ? cards.sort((a, b) => rank(a) - rank(b)) : cards;
}

export type Coin = 'taken' | 'open' | 'extra';

/** The pesos of a bid: one for each trick bid, filled by those taken; tricks beyond it come extra. */
export function coins(bid: number | null, taken: number): Coin[] {
  const wanted = bid ?? 0;
  return Array.from({ length: Math.max(wanted, taken) }, (_, place) =>
    place >= wanted ? 'extra' : place < taken ? 'taken' : 'open',
  );
}

export function bidSum(view: GraciasView): number {
  return view.bids.reduce<number>((sum, bid) => sum + (bid ?? 0), 0);
}

/** What lies in the middle: the draw, else the trick, else what was chosen face down. */
export function lying(scene: GraciasScene): Spot[] {
  if (scene.drawn?.length) return scene.drawn;
  if (scene.trick.length) return scene.trick;
  return scene.chosen.flatMap((chosen, seat) => {
    if (!chosen) return [];
    const card = seat === scene.seat ? scene.own_choice : null;
    return [{ seat, card, secret: card !== null }];
  });
}

/** What a seat holds at the forehead: a card, null for one that this viewer may not see, undefined for none. */
export function atForehead(scene: GraciasScene, seat: number): string | null | undefined {
  if (!scene.forehead || !scene.hand_sizes[seat] || scene.phase === 'over') return undefined;
  return scene.foreheads[seat] ?? null;
}
