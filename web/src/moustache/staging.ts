/** How the events of Moustache are shown: cards fly to the trick, rule cards light up where they act, the trick lies
 * there with its reasons, then goes to its taker. */
import { FLIGHT, SWEEP } from '../lib/fly';
import type { MoustacheView } from '../protocol';
import type { Staging } from '../table/staging';

export const staging: Staging<MoustacheView> = {
  'round-began': (event, scene) => [
    {
      scene: { ...scene, round: event.round, trick: [], tricks: [] },
      cues: { curtain: event.round },
      moves: 900,
    },
  ],
  dealt: (event, scene) =>
    event.seat === scene.seat
      ? [{ scene: { hand: [...event.cards] }, moves: FLIGHT + event.cards.length * 40, sound: 'paper' }]
      : [],
  'rule-revealed': (event, scene) => [
    {
      scene: {
        row: scene.row.map((rule, place) => (place === event.place ? event.rule : rule)),
        revealed: event.place + 1,
      },
      cues: { acting: event.place, event },
      stays: 1_500,
    },
  ],
  'card-laid': (event, scene) => [
    {
      scene: {
        trick: [...scene.trick, { seat: event.seat, card: event.card }],
        hand: scene.hand.filter((card) => card !== event.card),
        hand_sizes: scene.hand_sizes.map((size, seat) => (seat === event.seat ? size - 1 : size)),
      },
      moves: FLIGHT,
      stays: 250,
      sound: 'paper',
    },
  ],
  'rule-acted': (event) => [{ cues: { acting: event.place, event }, moves: 600 }],
  'trick-taken': (event) => [
    { cues: { taken: { seat: event.seat, card: event.card, why: event.why } }, stays: 1_600 },
    {
      scene: { trick: [] },
      cues: { sweep: event.seat === null ? 'deck' : `seat-${event.seat}` },
      moves: SWEEP,
      sound: 'wood',
    },
  ],
};
