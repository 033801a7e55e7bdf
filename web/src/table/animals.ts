/** The animals of Moustache in notation: B7 is a blue 7. */

export const COLOURS: Record<string, string> = { G: 'green', P: 'pink', O: 'orange', B: 'blue' };

export interface Animal {
  colour: string;
  value: number;
}

/** An animal's colour and value; null: a joker, or a card of another game. */
export function animal(card: string): Animal | null {
  const colour = COLOURS[card.charAt(0)];
  const value = Number(card.slice(1));
  return colour && card.length > 1 && Number.isInteger(value) ? { colour, value } : null;
}
