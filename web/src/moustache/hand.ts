/** The order of the own hand, and what the legal moves say about it; initials for a rule card without a picture. */
import { animal } from '../table/animals';

/** By colour, the weakest first as they stand now, then by value; jokers last. */
export function sorted(cards: readonly string[], order: readonly string[]): string[] {
  const place = (card: string) => {
    const found = animal(card);
    return found ? order.indexOf(found.colour) * 100 + found.value : 1_000;
  };
  return [...cards].sort((a, b) => place(a) - place(b));
}

/** The cards of moves such as `play B7`, of this kind. */
export function cardsOf(moves: readonly string[], kind: string): Set<string> {
  return new Set(moves.flatMap((move) => (move.startsWith(`${kind} `) ? [move.slice(kind.length + 1)] : [])));
}

/** What is asked: to lead, to lay anything, or to follow a colour, perhaps with a joker besides. */
export type Asked = 'lead' | 'any' | 'follow' | 'follow-or-joker';

export function askedFor(hand: readonly string[], legal: Set<string>, demanded: string | null): Asked {
  if (demanded === null) return 'lead';
  if (hand.every((card) => legal.has(card))) return 'any';
  return [...legal].some((card) => !animal(card)) ? 'follow-or-joker' : 'follow';
}

/** Two letters that stand for a name: those that its first two words begin with, or the first two of a single word. */
export function initialsOf(name: string): string {
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  return second
    ? (first.charAt(0) + second.charAt(0)).toUpperCase()
    : first.charAt(0).toUpperCase() + first.charAt(1);
}
