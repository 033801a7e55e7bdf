/** How the events of Gracias are shown: everyone draws for the deal, bids clink, cards fly to the trick or turn all at
 * once, the trick goes to its taker, and at the end of a round the account comes seat by seat, garment by garment. */
import { FLIGHT, SWEEP } from '../lib/pace';
import type { GameEvent, GraciasView, RoundBegan } from '../protocol';
import { type Beat, handed, type Staging } from '../table/staging';
import { cardKey, type GraciasScene, type Line } from './scene';

const LYING = 1_300;
// The account stays until a tap, but the table is not held up for ever, nor by those who only look on.
const READING = 12_000;
const GLANCE = 3_500;

type Event<Tag extends GameEvent['event']> = Extract<GameEvent, { event: Tag }>;

export const staging: Staging<GraciasScene> = {
  'card-drawn': (event, scene) => {
    const before = scene.drawn ?? [];
    const shown: Beat<GraciasScene> = {
      scene: {
        ...(before.length ? {} : untouched(scene)),
        drawn: [...before, { seat: event.seat, card: event.card }],
      },
      cues: { event },
      moves: FLIGHT,
      stays: event.set_aside ? 1_400 : 200,
      sound: 'paper',
    };
    return event.set_aside
      ? [shown, { scene: { drawn: before }, cues: { sweep: 'deck' }, moves: SWEEP }]
      : [shown];
  },
  'dealer-chosen': (event, scene) => [
    {
      scene: { gringo: event.seat },
      cues: { event, taken: { seat: event.seat, card: drawnBy(scene, event.seat), why: event.why } },
      stays: 1_900,
      sound: 'wood',
    },
    { scene: { drawn: [] }, cues: { sweep: 'deck' }, moves: SWEEP },
  ],
  'round-began': (event, scene, after) => [
    ...closed(event, scene),
    { scene: begun(event, scene, after), cues: { curtain: event.round }, moves: 900 },
  ],
  dealt: (event, scene) => {
    if (scene.forehead)
      return [
        {
          scene: { foreheads: changed(scene.foreheads, event.seat, event.cards[0] ?? null) },
          moves: FLIGHT,
          sound: 'paper',
        },
      ];
    return event.seat === scene.seat ? handed(event.cards) : [];
  },
  'bid-made': (event, scene) => [
    {
      scene: { bids: changed(scene.bids, event.seat, event.bid), ...acted(scene, event.seat) },
      cues: { seat: event.seat, event },
      moves: 200,
      stays: event.seat === scene.seat ? 150 : 500,
      sound: 'coin',
    },
  ],
  'card-chosen': (event, scene, after) => [
    {
      scene: {
        chosen: changed(scene.chosen, event.seat, true),
        own_choice: event.seat === scene.seat ? ownChoice(scene, after) : scene.own_choice,
        ...acted(scene, event.seat),
      },
      moves: FLIGHT,
      sound: 'paper',
    },
  ],
  'card-turned': (event, scene) => {
    const turned = { foreheads: changed(scene.foreheads, event.seat, event.card), turning: true };
    if (scene.turning) return [{ scene: turned }];
    return [
      { cues: { event }, stays: 1_000, sound: 'wood' },
      { scene: turned, cues: { event }, sound: 'paper' },
    ];
  },
  'card-laid': (event, scene) => {
    const laid = { scene: layCard(event, scene) };
    if (!jointly(scene)) return [{ ...laid, moves: FLIGHT, stays: 230, sound: 'paper' }];
    if (scene.trick.length) return [laid];
    // All lie down in one moment, once they have been counted in or read.
    if (!scene.forehead) return [{ cues: { event }, stays: 1_000, sound: 'wood' }, laid];
    return scene.turning ? [{ cues: { event }, stays: 1_800 }, laid] : [laid];
  },
  'trick-taken': (event, scene) => [
    {
      cues: { event, taken: { seat: event.seat, card: event.card, why: event.why } },
      moves: jointly(scene) ? FLIGHT : 0,
      stays: LYING,
    },
    {
      scene: {
        trick: [],
        taken: scene.taken.map((taken, seat) => (seat === event.seat ? taken + 1 : taken)),
        tricks:
          event.seat === null ? scene.tricks : [...scene.tricks, { cards: scene.trick, taker: event.seat }],
      },
      cues: { sweep: `seat-${event.seat}` },
      moves: SWEEP,
      sound: 'coin',
    },
  ],
  'bid-met': (event, scene) => [
    {
      scene: { account: noted(scene, event.seat, { exact: true }) },
      cues: { event },
      moves: 300,
      stays: 500,
      sound: 'coin',
    },
  ],
  'garments-lost': (event, scene) => [
    { scene: { account: noted(scene, event.seat, {}) }, moves: 300, stays: 250 },
    ...Array.from({ length: event.lost }, (_, off): Beat<GraciasScene> => {
      const left = event.left + event.lost - off - 1;
      return {
        scene: {
          garments: changed(scene.garments, event.seat, left),
          account: noted(scene, event.seat, { lost: off + 1, left }),
        },
        cues: { event, seat: event.seat },
        moves: 450,
        stays: off + 1 === event.lost ? 350 : 0,
        sound: 'cloth',
      };
    }),
  ],
  'garment-regained': (event, scene) => [
    {
      scene: {
        garments: changed(scene.garments, event.seat, event.left),
        account: noted(scene, event.seat, { regained: true, left: event.left }),
      },
      cues: { event, seat: event.seat },
      moves: 450,
      stays: 500,
      sound: 'cloth',
    },
  ],
  'player-bare': (event, scene) => [
    {
      scene: { account: noted(scene, event.seat, { bare: true }) },
      cues: { event, seat: event.seat },
      stays: 900,
      sound: 'wood',
    },
  ],
  'game-ended': (event, scene) => [
    ...closed(event, scene),
    { scene: { account: undefined, phase: 'over', to_act: [] }, cues: { event }, stays: 600 },
  ],
};

/** Nobody leads here, and nobody lays before the others: on the forehead, and under uno dos tres. */
export function jointly(scene: GraciasView): boolean {
  return scene.forehead || 'uno-dos-tres' in scene.options;
}

/** The whole account, to be read. */
function closed(event: GameEvent, scene: GraciasScene): Beat<GraciasScene>[] {
  const playing = scene.seat !== null && scene.seats_in.includes(scene.seat);
  return scene.account ? [{ cues: { event }, stays: playing ? READING : GLANCE }] : [];
}

/** Before the draw nobody deals, and nobody has bid. */
function untouched(scene: GraciasScene): Partial<GraciasScene> {
  return { gringo: -1, announcer: -1, to_act: [], ...empty(scene) };
}

function empty(scene: GraciasScene): Partial<GraciasScene> {
  const nothing = scene.bids.map(() => null);
  return {
    bids: nothing,
    foreheads: nothing,
    forbidden_bid: null,
    taken: nothing.map(() => 0),
    hand: [],
    hand_sizes: nothing.map(() => 0),
    chosen: nothing.map(() => false),
    own_choice: null,
    trick: [],
    tricks: [],
  };
}

function begun(event: RoundBegan, scene: GraciasScene, after: GraciasScene): Partial<GraciasScene> {
  return {
    ...empty(scene),
    hand_sizes: scene.bids.map((_, seat) => (after.seats_in.includes(seat) ? event.cards : 0)),
    phase: 'bid',
    to_act: [],
    round: event.round,
    cards: event.cards,
    forehead: after.forehead,
    gringo: event.dealer ?? after.gringo,
    announcer: after.announcer,
    seats_in: after.seats_in,
    out_rounds: after.out_rounds,
    account: undefined,
    drawn: [],
    turning: false,
  };
}

function layCard(event: Event<'card-laid'>, scene: GraciasScene): Partial<GraciasScene> {
  const own = event.seat === scene.seat;
  return {
    trick: [...scene.trick, { seat: event.seat, card: event.card }],
    hand: own ? scene.hand.filter((card) => card !== cardKey(event.card)) : scene.hand,
    hand_sizes: scene.hand_sizes.map((size, seat) => (seat === event.seat ? size - 1 : size)),
    chosen: changed(scene.chosen, event.seat, false),
    own_choice: own ? null : scene.own_choice,
    phase: 'play',
    ...acted(scene, event.seat),
  };
}

/** The card that this viewer has just chosen: the view says it, unless the trick is complete already. */
function ownChoice(scene: GraciasScene, after: GraciasScene): string | null {
  if (after.own_choice !== null) return after.own_choice;
  const last = after.round === scene.round ? after.tricks.at(-1) : undefined;
  return last?.cards.find((laid) => laid.seat === scene.seat)?.card ?? scene.hand[0] ?? null;
}

function drawnBy(scene: GraciasScene, seat: number): string | null {
  return scene.drawn?.find((drawn) => drawn.seat === seat)?.card ?? null;
}

/** The account with what is now known of a seat. */
function noted(scene: GraciasScene, seat: number, known: Partial<Line>): Line[] {
  const account = scene.account ?? [];
  const line = account.find((each) => each.seat === seat) ?? {
    seat,
    bid: scene.bids[seat] ?? 0,
    taken: scene.taken[seat] ?? 0,
    lost: 0,
    left: scene.garments[seat] ?? 0,
    exact: false,
    regained: false,
    bare: false,
  };
  return [...account.filter((each) => each.seat !== seat), { ...line, ...known }].sort(
    (a, b) => a.seat - b.seat,
  );
}

function changed<T>(values: readonly T[], place: number, value: T): T[] {
  return values.map((each, at) => (at === place ? value : each));
}

const acted = (scene: GraciasScene, seat: number) => ({
  to_act: scene.to_act.filter((each) => each !== seat),
});
