import { describe, expect, it } from 'vitest';
import {
  atForehead,
  bidSum,
  cardKey,
  coins,
  type GraciasScene,
  inHand,
  jokerValue,
  lying,
  playable,
} from '../src/gracias/scene';
import { jointly, staging } from '../src/gracias/staging';
import type { GameEvent, Reason } from '../src/protocol';
import { setTitle } from '../src/table/fit';
import type { Beat } from '../src/table/staging';

const why: Reason = { id: 'highest' };

const table: GraciasScene = {
  game: 'gracias',
  version: 10,
  seat: 0,
  players: 3,
  options: {},
  edition: 'standard',
  commitment: '',
  seed: null,
  phase: 'play',
  to_act: [0],
  legal: [],
  scores: null,
  round: 1,
  cards: 5,
  forehead: false,
  gringo: 2,
  announcer: 0,
  seats_in: [0, 1, 2],
  out_rounds: [0, 0, 0],
  garments: [7, 7, 7],
  bids: [1, 2, 1],
  forbidden_bid: null,
  taken: [0, 0, 0],
  hand: ['J', '4', '18'],
  hand_sizes: [3, 3, 3],
  foreheads: [null, null, null],
  chosen: [false, false, false],
  own_choice: null,
  leader: 0,
  trick: [],
  tricks: [],
};

/** The picture after an event, and the beats in which it is shown. */
function shown(
  event: GameEvent,
  scene: GraciasScene,
  after = scene,
): { scene: GraciasScene; beats: Beat<GraciasScene>[] } {
  const stage = staging[event.event] as
    | ((e: GameEvent, s: GraciasScene, a: GraciasScene) => Beat<GraciasScene>[])
    | undefined;
  const beats = stage?.(event, scene, after) ?? [];
  return { scene: Object.assign({}, scene, ...beats.map((beat) => beat.scene)) as GraciasScene, beats };
}

function all(events: GameEvent[], scene: GraciasScene, after = scene): GraciasScene {
  return events.reduce((picture, event) => shown(event, picture, after).scene, scene);
}

describe('cards', () => {
  it('knows the joker whatever it is said to be worth', () => {
    expect(['J', 'J0', 'J22', '18'].map(cardKey)).toEqual(['J', 'J', 'J', '18']);
    expect(['J', 'J0', 'J22', '18'].map(jokerValue)).toEqual([null, 0, 22, null]);
  });

  it('groups legal moves by the card in hand', () => {
    const moves = playable(['play 18', 'play J0', 'play J22']);
    expect([...moves]).toEqual([
      ['18', ['play 18']],
      ['J', ['play J0', 'play J22']],
    ]);
    expect(playable(['bid 1']).size).toBe(0);
  });

  it('holds what is in hand, the joker last, without what was chosen face down', () => {
    expect(inHand(table, true)).toEqual(['4', '18', 'J']);
    expect(inHand(table, false)).toEqual(['J', '4', '18']);
    expect(inHand({ ...table, own_choice: 'J22' }, true)).toEqual(['4', '18']);
  });
});

describe('bids', () => {
  it('fills a peso for each trick, and has those too many extra', () => {
    expect(coins(2, 1)).toEqual(['taken', 'open']);
    expect(coins(1, 2)).toEqual(['taken', 'extra']);
    expect(coins(0, 0)).toEqual([]);
    expect(coins(null, 0)).toEqual([]);
  });

  it('adds up what was bid so far', () => {
    expect(bidSum({ ...table, bids: [null, 2, 1] })).toBe(3);
  });
});

describe('what lies in the middle', () => {
  it('is face down for all but its owner', () => {
    expect(lying({ ...table, chosen: [true, true, false], own_choice: '18' })).toEqual([
      { seat: 0, card: '18', secret: true },
      { seat: 1, card: null, secret: false },
    ]);
  });

  it('is at the forehead in that round: the others’ cards, the own one unseen', () => {
    const scene = {
      ...table,
      forehead: true,
      phase: 'bid',
      hand_sizes: [1, 1, 0],
      foreheads: [null, '12', null],
    };
    expect([0, 1, 2].map((seat) => atForehead(scene, seat))).toEqual([null, '12', undefined]);
    expect(atForehead(table, 0)).toBeUndefined();
  });
});

describe('the staging', () => {
  it('lays cards in turn, and gives the trick to its taker', () => {
    const laid = all(
      [
        { event: 'card-laid', seat: 0, card: 'J0' },
        { event: 'card-laid', seat: 1, card: '9' },
      ],
      table,
    );
    expect(laid.hand).toEqual(['4', '18']);
    expect(laid.trick).toEqual([
      { seat: 0, card: 'J0' },
      { seat: 1, card: '9' },
    ]);
    const taken = shown({ event: 'trick-taken', seat: 1, card: '9', why }, laid);
    expect(taken.scene.taken).toEqual([0, 1, 0]);
    expect(taken.scene.trick).toEqual([]);
    expect(taken.scene.tricks).toEqual([{ cards: laid.trick, taker: 1 }]);
    expect(taken.beats.map((beat) => beat.cues?.sweep)).toEqual([undefined, 'seat-1']);
  });

  it('counts once before all cards are turned together', () => {
    const scene = {
      ...table,
      options: { 'uno-dos-tres': true },
      chosen: [true, true, true],
      own_choice: '18',
      leader: null,
    };
    expect(jointly(scene)).toBe(true);
    const first = shown({ event: 'card-laid', seat: 0, card: '18' }, scene);
    const second = shown({ event: 'card-laid', seat: 1, card: '3' }, first.scene);
    expect(first.beats).toHaveLength(2);
    expect(second.beats).toEqual([{ scene: expect.anything() }]);
    expect(second.scene.chosen).toEqual([false, false, true]);
  });

  it('knows the own choice even if it completed the trick', () => {
    const scene = { ...table, options: { 'uno-dos-tres': true } };
    const after = { ...scene, tricks: [{ cards: [{ seat: 0, card: 'J22' }], taker: 0 }] };
    expect(shown({ event: 'card-chosen', seat: 0 }, scene, after).scene.own_choice).toBe('J22');
    const last = { ...scene, hand: ['4'] };
    expect(
      shown({ event: 'card-chosen', seat: 0 }, last, { ...after, round: 2, tricks: [] }).scene.own_choice,
    ).toBe('4');
  });

  it('turns foreheads together, then lets all read them', () => {
    const scene = {
      ...table,
      forehead: true,
      phase: 'bid',
      hand: [],
      hand_sizes: [1, 1, 1],
      foreheads: [null, '12', '3'],
    };
    const first = shown({ event: 'card-turned', seat: 0, card: '19' }, scene);
    expect(first.beats).toHaveLength(2);
    const turned = all(
      [
        { event: 'card-turned', seat: 1, card: '12' },
        { event: 'card-turned', seat: 2, card: '3' },
      ],
      first.scene,
    );
    expect(turned.foreheads).toEqual(['19', '12', '3']);
    const laid = shown({ event: 'card-laid', seat: 0, card: '19' }, turned);
    expect(laid.beats[0]?.stays).toBeGreaterThan(1000);
    expect(atForehead(laid.scene, 0)).toBeUndefined();
    expect(atForehead(laid.scene, 1)).toBe('12');
  });

  it('takes garments off one by one, and keeps the account until the next round', () => {
    const scene = { ...table, taken: [1, 4, 0] };
    const lost = shown({ event: 'garments-lost', seat: 1, lost: 2, left: 5, why }, scene);
    expect(lost.beats.map((beat) => beat.scene?.garments?.[1])).toEqual([undefined, 6, 5]);
    const counted = all(
      [
        { event: 'bid-met', seat: 0, why },
        { event: 'garment-regained', seat: 0, left: 7, why },
      ],
      lost.scene,
    );
    expect(counted.account).toEqual([
      { seat: 0, bid: 1, taken: 1, lost: 0, left: 7, exact: true, regained: true, bare: false },
      { seat: 1, bid: 2, taken: 4, lost: 2, left: 5, exact: false, regained: false, bare: false },
    ]);
    const after = { ...table, round: 2, cards: 4, gringo: 0, announcer: 1, bids: [null, null, null] };
    const began = shown({ event: 'round-began', round: 2, cards: 4, dealer: 0 }, counted, after);
    expect(began.beats[0]?.stays).toBeGreaterThan(5000);
    expect(began.scene).toMatchObject({
      account: undefined,
      round: 2,
      hand: [],
      hand_sizes: [4, 4, 4],
      announcer: 1,
    });
  });

  it('shows the draw, without a joker that was set aside', () => {
    const drawn = all(
      [
        { event: 'card-drawn', seat: 0, card: 'J', set_aside: true },
        { event: 'card-drawn', seat: 0, card: '7', set_aside: false },
        { event: 'card-drawn', seat: 1, card: '2', set_aside: false },
      ],
      table,
    );
    expect(lying(drawn)).toEqual([
      { seat: 0, card: '7' },
      { seat: 1, card: '2' },
    ]);
    expect(drawn.gringo).toBe(-1);
    const chosen = shown({ event: 'dealer-chosen', seat: 1, why }, drawn);
    expect(chosen.beats[0]?.cues?.taken?.card).toBe('2');
    expect(chosen.scene).toMatchObject({ gringo: 1, drawn: [] });
  });
});

describe('the title of a card', () => {
  const room = { wide: 84, high: 19.5, largest: 16 };
  const width = (text: string) => text.length * 0.5;

  it('is as large as its band lets it be', () => {
    expect(setTitle('the egg', room, width)).toEqual({ lines: ['the egg'], size: 16 });
    expect(setTitle('der Schnurrbart', room, width).size).toBeCloseTo(84 / 7.5);
  });

  it('breaks where two lines are larger than one', () => {
    const long = setTitle('der prachtvolle Riesenschnurrbart', room, width);
    expect(long.lines).toEqual(['der prachtvolle', 'Riesenschnurrbart']);
    expect(long.size).toBeCloseTo(9.75);
  });
});
