/** How the events of Moustache are shown: teams and cards are dealt, cards fly to the trick, rule cards light up where
 * they act, the trick lies there with its reasons, then goes to its taker; at the end of a round comes the count. */
import { FLIGHT, SWEEP } from '../lib/fly';
import type { MoustacheLaid, MoustacheView, Reason } from '../protocol';
import { type Beat, handed, type Staging } from '../table/staging';

const GLOW = 600;
const READ = 1_600;
const READ_MORE = 800; // for each step after the first
const LONGEST = 6_000;
const COUNT = 30_000; // the count waits for a tap; whoever is away is not held up for ever

export const staging: Staging<MoustacheView> = {
  'round-began': (event, scene) => [
    {
      scene: {
        round: event.round,
        row: scene.row.map((rule, place) => (place < event.round - 1 || fixed(scene) ? rule : null)),
        revealed: event.round - 1,
        teams: scene.teams.map(() => UNKNOWN),
        crown: UNKNOWN,
        hand: [],
        hand_sizes: scene.hand_sizes.map(() => 0),
        open: scene.open.map(() => []),
        chosen: scene.chosen.map(() => false),
        gave: [],
        received: [],
        demanded: null,
        trick: [],
        tricks: [],
        stars: null,
        to_act: [],
      },
      cues: { curtain: event.round },
      moves: 900,
      sound: 'cloth',
    },
  ],
  'rule-revealed': (event, scene, after) => [
    {
      scene: {
        order: after.round === scene.round ? after.order : scene.order,
        row: scene.row.map((rule, place) => (place === event.place ? event.rule : rule)),
        revealed: event.place + 1,
      },
      cues: { acting: event.place, event },
      stays: 3_000,
      sound: 'paper',
    },
  ],
  'team-dealt': (event, scene) => [
    {
      scene: {
        teams: at(scene.teams, event.seat, event.team),
        ...(event.crown ? { crown: event.seat } : {}),
      },
      cues: { event, seat: event.seat },
      moves: 160,
      stays: event.seat === scene.players - 1 ? 1_800 : 0,
      sound: 'paper',
    },
  ],
  dealt: (event, scene) =>
    event.seat === scene.seat
      ? handed<MoustacheView>(event.cards, { hand_sizes: scene.hand_sizes.map(() => event.cards.length) })
      : [],
  'cards-opened': (event, scene) =>
    event.cards.length
      ? [{ scene: { open: at(scene.open, event.seat, [...event.cards]) }, moves: 160, sound: 'paper' }]
      : [],
  'gift-chosen': (event, scene) => [
    { scene: { chosen: at(scene.chosen, event.seat, true) }, moves: 120, sound: 'paper' },
  ],
  'cards-given': (event, scene) => [
    ...(event.seat === scene.seat
      ? [
          {
            scene: { hand: without(scene.hand, event.cards), gave: [...event.cards] },
            cues: { leaves: `seat-${event.to}`, event },
            moves: SWEEP,
            sound: 'paper' as const,
          },
        ]
      : []),
    ...(event.to === scene.seat
      ? [
          {
            scene: { hand: [...scene.hand, ...event.cards], received: [...event.cards] },
            cues: { comes: `seat-${event.seat}`, event },
            moves: FLIGHT + 400,
            sound: 'paper' as const,
          },
        ]
      : []),
    ...(exchanged(event.seat, event.to, scene) ? [{ cues: { event }, stays: 3_000 }] : []),
  ],
  'open-cards-given': (event, scene) => {
    if (!event.cards.length) return [];
    const left = at(scene.open, event.seat, without(scene.open[event.seat] ?? [], event.cards));
    const open = at(left, event.to, [...(left[event.to] ?? []), ...event.cards]);
    return [{ scene: { open }, moves: 200 }];
  },
  'trick-led': (event, scene, after) => [
    {
      scene: {
        leader: event.seat,
        demanded: null,
        trick: [],
        chosen: scene.chosen.map(() => false),
        order: after.round === scene.round ? after.order : scene.order,
      },
    },
  ],
  'card-laid': (event, scene) => [
    {
      scene: {
        trick: [...scene.trick, { seat: event.seat, card: event.card }],
        hand: without(scene.hand, [event.card]),
        hand_sizes: at(scene.hand_sizes, event.seat, (scene.hand_sizes[event.seat] ?? 1) - 1),
        open: at(scene.open, event.seat, without(scene.open[event.seat] ?? [], [event.card])),
        to_act: [],
      },
      moves: FLIGHT,
      stays: 230,
      sound: 'paper',
    },
  ],
  'colour-demanded': (event, scene) => {
    const place = event.why.rule ? scene.row.indexOf(event.why.rule) : -1;
    const beat: Beat<MoustacheView> = { scene: { demanded: event.colour } };
    return [place < 0 ? beat : { ...beat, cues: { acting: place, event }, stays: GLOW }];
  },
  'rule-acted': (event) => [
    { cues: { acting: event.place, event }, moves: event.why.args?.order ? GLOW / 2 : GLOW },
  ],
  'cards-vanished': (event, scene) => {
    const cards = event.cards.filter((card) => scene.trick.some((laid) => laid.card === card));
    if (!cards.length) return [];
    const cues = { gone: cards, event, ...lit(event.why, scene) };
    return [
      { cues, moves: 550, sound: 'cloth' },
      { scene: { trick: remaining(scene.trick, cards) }, cues },
    ];
  },
  'trick-taken': (event, scene, after) => [
    {
      scene: {
        tricks:
          after.round === scene.round && after.tricks.length > scene.tricks.length
            ? after.tricks
            : [...scene.tricks, { cards: scene.trick, taker: event.seat, why: event.why, stolen: null }],
      },
      cues: { taken: { seat: event.seat, card: event.card, why: event.why } },
      stays: Math.min(LONGEST, READ + READ_MORE * ((event.why.steps?.length ?? 1) - 1)),
    },
  ],
  'card-stolen': (event, scene) => [
    {
      scene: { still_in: [], to_act: [] },
      cues: { event },
      stays: 1_400,
    },
    {
      scene: { trick: remaining(scene.trick, [event.card]) },
      cues: { sweep: `seat-${event.seat}` },
      moves: SWEEP,
      sound: 'coin',
    },
  ],
  'cards-collected': (event, scene) => {
    if (!event.cards.some((card) => scene.trick.some((laid) => laid.card === card))) return [];
    return [
      { cues: { gather: event.seat }, moves: 270 },
      {
        scene: { trick: remaining(scene.trick, event.cards) },
        cues: { sweep: `seat-${event.seat}` },
        moves: SWEEP,
        sound: 'wood',
      },
    ];
  },
  'stars-shown': (event) => [{ scene: { stars: event.stars }, cues: { event }, moves: 250 }],
  'round-won': (event, scene, after) => [
    {
      scene: {
        trick: [],
        rounds: after.rounds.slice(0, scene.round),
        cups: after.cups.slice(0, scene.round),
      },
      cues: { event },
      stays: COUNT,
      sound: 'coin',
    },
  ],
};

/** A team, or a seat with the crown, that is not dealt yet. */
const UNKNOWN = -1;

const at = <T>(values: T[], place: number, value: T): T[] =>
  values.map((old, each) => (each === place ? value : old));

const without = (cards: string[], gone: readonly string[]) => cards.filter((card) => !gone.includes(card));

const remaining = (trick: MoustacheLaid[], gone: readonly string[]) =>
  trick.filter((laid) => !gone.includes(laid.card));

/** Has this seat given and received by now, with what goes from one seat to the other? */
function exchanged(from: number, to: number, scene: MoustacheView): boolean {
  if (from === scene.seat) return scene.received.length > 0;
  return to === scene.seat && !scene.gave.some((card) => scene.hand.includes(card));
}

/** The row was set by hand: everybody knows it from the start. */
const fixed = (scene: MoustacheView) => Array.isArray(scene.options.row) && scene.options.row.length > 0;

function lit(why: Reason, scene: MoustacheView): { acting?: number } {
  const place = why.rule ? scene.row.indexOf(why.rule) : -1;
  return place < 0 ? {} : { acting: place };
}
