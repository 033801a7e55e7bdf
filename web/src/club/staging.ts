/** How the events of the Club are shown: a cat flies to the stage, masks land on it one after the other, a guess is asked
 * in a bubble, the fan opens or shakes its head, and a mask is paid. */
import { FLIGHT } from '../lib/fly';
import type { ClubView } from '../protocol';
import { type Beat, handed, type Staging } from '../table/staging';

const LAG = 160;

export const staging: Staging<ClubView> = {
  'game-started': (_, scene) => [
    {
      scene: {
        secrets: [],
        hand: [],
        stage: [],
        shown: scene.shown.map(() => []),
        denied: scene.denied.map(() => []),
        hidden: scene.hidden.map((number, seat) => number + (scene.shown[seat]?.length ?? 0)),
      },
    },
  ],
  'first-player': (event) => [
    { scene: { first: event.seat, turn: event.seat }, cues: { seat: event.seat, event }, stays: 1_100 },
  ],
  'secrets-dealt': (event, scene) =>
    event.seat === scene.seat
      ? [{ scene: { secrets: [...event.attributes] }, moves: 450, stays: 500, sound: 'cloth' }]
      : [],
  dealt: (event, scene) => (event.seat === scene.seat ? handed(event.cards) : []),
  'cat-played': (event, scene) => [
    {
      scene: {
        turn: event.seat,
        to_act: [event.seat],
        stage: [...scene.stage, { seat: event.seat, cat: event.cat, masks: [] }],
        hand: scene.hand.filter((cat) => cat !== event.cat),
        hand_sizes: changed(scene.hand_sizes, event.seat, -1),
      },
      cues: { seat: event.seat, event },
      moves: FLIGHT,
      stays: 500,
      sound: 'paper',
    },
  ],
  'masks-placed': (event, scene) => {
    const beat: Beat<ClubView> = {
      scene: {
        stage: scene.stage.map((staged) =>
          staged.cat === event.cat ? { ...staged, masks: [...event.seats] } : staged,
        ),
        reserve: [...event.reserves],
      },
      cues: { event },
      stays: 900,
    };
    if (!event.seats.length) return [beat];
    return [{ ...beat, moves: FLIGHT + (event.seats.length - 1) * LAG, sound: 'wood' }];
  },
  guessed: (event) => [
    { scene: { turn: event.seat, to_act: [event.seat] }, cues: { seat: event.asked, event }, stays: 1_300 },
  ],
  answered: (event, scene) => [
    {
      scene: event.right
        ? {
            shown: added(scene.shown, event.seat, event.attribute),
            hidden: changed(scene.hidden, event.seat, -1),
          }
        : { denied: added(scene.denied, event.seat, event.attribute) },
      cues: { seat: event.seat, event },
      stays: 1_100,
      sound: event.right ? 'cloth' : 'wood',
    },
  ],
  'mask-paid': (event, scene) => [
    {
      scene: {
        reserve: changed(scene.reserve, event.seat, -1),
        received: scene.received.map((masks, seat) => (seat === event.to ? event.received : masks)),
      },
      cues: { seat: event.to, event },
      moves: FLIGHT,
      stays: 450,
      sound: 'coin',
    },
  ],
  kept: (event) => [{ cues: { seat: event.seat, event }, stays: 650 }],
  'cat-drawn': (event, scene) => [
    { scene: { pile: event.left, hand_sizes: changed(scene.hand_sizes, event.seat, 1) } },
  ],
  'cat-seen': (event, scene, after) =>
    event.seat === scene.seat
      ? [
          {
            scene: { hand: after.hand.filter((cat) => cat === event.cat || scene.hand.includes(cat)) },
            moves: FLIGHT,
            sound: 'paper',
          },
        ]
      : [],
  'last-round': (event) => [
    { scene: { finishing: true }, cues: { seat: event.seat, event }, stays: 2_000, sound: 'cloth' },
  ],
  'reserve-empty': (event) => [{ cues: { seat: event.seat, event }, stays: 2_000, sound: 'cloth' }],
  'game-ended': (event, _, after) => [
    { scene: { all_secrets: after.all_secrets, to_act: [] }, cues: { event }, stays: 1_500, sound: 'cloth' },
  ],
};

function changed(numbers: number[], seat: number, by: number): number[] {
  return numbers.map((number, each) => (each === seat ? number + by : number));
}

function added(lists: string[][], seat: number, word: string): string[][] {
  return lists.map((list, each) => (each === seat ? [...list, word] : list));
}
