/** How events are shown. The server says what happened and what the table looks like afterwards; between the two lies
 * what people want to see: the last card landing, the trick lying there, the sweep. A game's staging turns each event
 * into beats: what changes in the picture, what lights up, and for how long it stays. No rule is known here. */
import { FLIGHT } from '../lib/pace';
import type { Sound } from '../lib/sound';
import type { GameEvent, Reason, View } from '../protocol';

/** What is lit or shown for a moment, on top of the view. */
export interface Cues {
  /** The place of the rule card that acts. */
  acting?: number;
  /** The trick that lies there complete: who takes it, with which card, and why. */
  taken?: { seat: number | null; card: string | null; why: Reason };
  /** The seat before which the cards of the trick gather. */
  gather?: number;
  /** To whom the cards of the trick go now: an anchor. */
  sweep?: string;
  /** Cards of the trick that fade away: nobody gets them. */
  gone?: readonly string[];
  /** Where cards go that leave the own hand for no trick, and where new ones come from: anchors. */
  leaves?: string;
  comes?: string;
  /** The round that begins: the curtain opens. */
  curtain?: number;
  /** A seat that something happens to. */
  seat?: number;
  /** The event itself, for what only one game shows. */
  event?: GameEvent;
}

export interface Beat<V extends View = View> {
  /** Fields of the picture that change. */
  scene?: Partial<V>;
  cues?: Cues;
  /** Milliseconds of movement: none where the player wants none. */
  moves?: number;
  /** Milliseconds to read; a tap ends them. */
  stays?: number;
  sound?: Sound;
}

/** For each kind of event: the beats in which it is shown. `scene` is the picture so far, `after` the view at the end. */
export type Staging<V extends View = View> = {
  [Tag in GameEvent['event']]?: (event: Extract<GameEvent, { event: Tag }>, scene: V, after: V) => Beat<V>[];
};

const LAG = 40;

/** Cards come to the own hand one by one: none of the frames has all of them to draw. */
export function handed<V extends View>(cards: readonly string[], also: Partial<V> = {}): Beat<V>[] {
  return cards.map((_, last) => ({
    scene: { ...also, hand: cards.slice(0, last + 1) } as Partial<V>,
    moves: last + 1 < cards.length ? LAG : FLIGHT,
    ...(last ? {} : { sound: 'paper' as const }),
  }));
}
