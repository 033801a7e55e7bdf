// What the server and its clients say to each other: messages on sockets, views, events, and the requests over HTTP.
// docs/protocol.md describes it. Made from the server's own types by `make types`: do not edit it here.

export const PROTOCOL = 1;

export type GameName = 'moustache' | 'gracias' | 'club';

export type Level = 'novice' | 'regular' | 'expert';

export type Phase = 'waiting' | 'playing' | 'over';

export type Intent =
  | Sit
  | Stand
  | PutBot
  | Swap
  | PassHost
  | Change
  | ChangeClock
  | Start
  | Move
  | TakeBack
  | AnswerTakeBack
  | Nudge
  | Say
  | Rematch;

export type FromClient =
  | Sit
  | Stand
  | PutBot
  | Swap
  | PassHost
  | Change
  | ChangeClock
  | Start
  | Move
  | TakeBack
  | AnswerTakeBack
  | Nudge
  | Say
  | Rematch
  | Hello
  | Mute
  | Ping;

export type FromServer = Welcome | Update | Present | Done | Refused | Pong | Closing;

export type View = ClubView | GraciasView | MoustacheView;

export type GameEvent =
  | Hidden
  | GameStarted
  | RoundBegan
  | Dealt
  | GameEnded
  | RuleRevealed
  | TeamDealt
  | CardsOpened
  | GiftChosen
  | CardsGiven
  | OpenCardsGiven
  | TrickLed
  | CardLaid
  | ColourDemanded
  | RuleActed
  | CardsVanished
  | TrickTaken
  | CardStolen
  | CardsCollected
  | StarsShown
  | PileCounted
  | RoundWon
  | CupDrawn
  | CupSeen
  | CardDrawn
  | DealerChosen
  | BidMade
  | CardChosen
  | CardTurned
  | BidMet
  | GarmentsLost
  | GarmentRegained
  | PlayerBare
  | FirstPlayer
  | SecretsDealt
  | CatPlayed
  | MasksPlaced
  | Guessed
  | Answered
  | MaskPaid
  | Kept
  | CatDrawn
  | CatSeen
  | LastRound
  | ReserveEmpty;

/** Take a seat: this one, or any that is free. Sitting in another seat already: move there. */
export interface Sit {
  do: 'sit';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  seat?: number | null;
  name?: string | null;
  /** Mixed into the seed, so that the server alone does not choose the deals. */
  entropy?: string;
}

/** Leave the seat. The host can ask another to stand, before the game. */
export interface Stand {
  do: 'stand';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  seat?: number | null;
}

/** A bot in an empty seat, or another level for the one that sits there; no level: send it away. */
export interface PutBot {
  do: 'put-bot';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  seat: number;
  level?: Level | null;
}

/** Two seats change places, before the game. */
export interface Swap {
  do: 'swap';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  seats: [number, number];
}

/** Make the person of this seat the host. */
export interface PassHost {
  do: 'pass-host';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  seat: number;
}

/** Set the table up anew, before the game. */
export interface Change {
  do: 'change';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  setup: Setup;
}

/** A table as its host wants it. */
export interface Setup {
  game: GameName;
  players?: number;
  options?: Record<string, string | boolean | string[]>;
  edition?: string;
  clock?: Clock;
  /** `link`: whoever has the link may come; `open`: it is listed too. */
  privacy?: 'link' | 'open';
  spectators?: boolean;
  /** Seconds in which a choice may be taken back while it has revealed nothing; 0: not without consent. */
  take_back?: number;
  talk?: 'free' | 'phrases';
  /** What the notebook of the Club fills in by itself. */
  assist?: 'full' | 'marks' | 'off';
}

/**
 * How long a seat may think. `move`: so many seconds for each choice. `bank`: so many for the whole game, and
 * `increment` more with each choice. Days are seconds too: then people play turn by turn.
 */
export interface Clock {
  kind?: 'bank' | 'move' | 'none';
  seconds?: number;
  increment?: number;
}

/** Another clock, also in the middle of a game: on the same table people can play live or turn by turn. */
export interface ChangeClock {
  do: 'change-clock';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  clock: Clock;
}

/** Begin. Empty seats are taken by bots of this level. */
export interface Start {
  do: 'start';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  level?: Level;
}

/** A choice of the own seat, made on the table as of version `expected`. */
export interface Move {
  do: 'move';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  move: string;
  expected: number;
}

/** Take the own last choice back: at once while that is open, else all others are asked. */
export interface TakeBack {
  do: 'take-back';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
}

export interface AnswerTakeBack {
  do: 'answer-take-back';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  yes: boolean;
}

/** Remind whoever is to act. */
export interface Nudge {
  do: 'nudge';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
}

/** A preset phrase by its id, or free text where the table allows it. */
export interface Say {
  do: 'say';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
  phrase?: string;
  text?: string;
}

/** A new table with the same people and the same setup, once the game is over. */
export interface Rematch {
  do: 'rematch';
  /** Made by the client, new for each intent, the same when it is sent again. */
  id: string;
}

/** The first message on a socket. */
export interface Hello {
  do: 'hello';
  protocol?: number;
  /** Who this is, where there is no cookie. */
  token?: string;
  /** The last version seen, by a client that comes back. */
  version?: number | null;
}

/** Hear a seat no more on this socket, or again; no seat: all who only look on. */
export interface Mute {
  do: 'mute';
  seat: number | null;
  muted?: boolean;
}

/** Is anybody there? */
export interface Ping {
  do: 'ping';
}

/** Everything that this viewer may know now, and what happened since the version that it had. */
export interface Welcome {
  news: 'welcome';
  version: number;
  table: TableInfo;
  you: You;
  /** By seat: is the person connected? */
  present: boolean[];
  /** The game as this viewer may see it; none before it begins. */
  view?: View | null;
  /** All that the viewer may know of the game so far, from event `since` on. */
  events?: GameEvent[];
  since?: number;
  /** The last things said. */
  talk?: Talk[];
  /** The server's clock. */
  now: number;
  protocol?: number;
}

/** What everybody may know of a table, besides the game. */
export interface TableInfo {
  code: string;
  phase: Phase;
  setup: Setup;
  seats: Seat[];
  /** The host's seat; none: the host only looks on. */
  host: number | null;
  /** SHA-256 of the seed. */
  commitment: string;
  clocks: ClockFace[] | null;
  take_back: Asked | null;
  /** Until when the last choice may be taken back without asking. */
  take_back_until: number | null;
  /** The code of the table where the same people go on. */
  rematch: string | null;
}

/** Who sits where. */
export interface Seat {
  who: 'bot' | 'empty' | 'person';
  name?: string;
  level?: Level;
  /** A bot plays for the person until they return. */
  away?: boolean;
}

/** A seat's clock. */
export interface ClockFace {
  /** Seconds for the choice, or in the bank, when it last stood still. */
  left: number;
  /** Since when it runs: seconds since 1970, by the server's clock. */
  since: number | null;
}

/** A take-back that waits for consent. */
export interface Asked {
  seat: number;
  moves: number;
  waiting: number[];
}

/** What a viewer is at the table. */
export interface You {
  seat?: number | null;
  host?: boolean;
  /** The secret part of the personal link that moves the seat to another device. */
  rejoin?: string;
}

/** Something said. */
export interface Talk {
  seat: number | null;
  name: string;
  phrase?: string;
  text?: string;
}

/**
 * One version further. Fields of `table` and `view` that have changed; a field that is not there is as
 * before.
 */
export interface Update {
  news: 'update';
  version: number;
  events?: GameEvent[];
  /** What changed for everybody. */
  view?: Partial<View> | null;
  /** What changed in this viewer's own fields of the view. */
  own?: Partial<View> | null;
  table?: Partial<TableInfo> | null;
  talk?: Talk | null;
  /** A seat whose clock is running out, or that someone waits for. */
  nudged?: number | null;
  /** The intent of this socket that led to it: it took effect, and is stored. No `done` comes besides. */
  done?: string;
  /** The game went back or began: `view` and `own` are whole, and earlier events no longer hold. */
  restart?: boolean;
}

/** Who is connected, by seat. */
export interface Present {
  news: 'present';
  present: boolean[];
  spectators: number;
}

/** The intent took effect, and is stored. */
export interface Done {
  news: 'done';
  id: string;
  version: number;
  /** Of the table, where the intent led to another. */
  code?: string;
}

/** The intent changed nothing. */
export interface Refused {
  news: 'refused';
  id?: string;
  /** stale, illegal, not-allowed, malformed, too-often, … */
  error: string;
  message: string;
  /** Which rule forbids the move. */
  why?: Reason | null;
}

/** Why something is so. */
export interface Reason {
  id: string;
  rule?: string;
  rulings?: string[];
  args?: Record<string, string | number | (string | number)[]>;
  steps?: Reason[];
}

export interface Pong {
  news: 'pong';
  now: number;
}

/** The server stops or will not talk on; come back after so many seconds (−1: do not). */
export interface Closing {
  news: 'closing';
  retry: number;
  reason?: string;
}

/** What one seat of the Club may know. */
export interface ClubView {
  game: 'club';
  /** How many events there have been. */
  version: number;
  /** Whose view it is; none: a spectator's. */
  seat: number | null;
  players: number;
  options: Record<string, string | boolean | string[]>;
  edition: string;
  commitment: string;
  /** Published when the game is over. */
  seed: string | null;
  phase: string;
  to_act: number[];
  legal: string[];
  /** Once the game is over. */
  scores: number[] | null;
  /** Legal guesses that name an attribute of one's own: a bluff (C2). */
  cannot_be_right: string[];
  first: number;
  turn: number;
  finishing: boolean;
  /** One's own attributes. */
  secrets: string[];
  shown: string[][];
  /** How many attributes each seat still hides. */
  hidden: number[];
  hand: string[];
  hand_sizes: number[];
  pile: number;
  reserve: number[];
  received: number[];
  /** Attributes to which each seat has answered no. */
  denied: string[][];
  stage: Staged[];
  /** How many cats of the deck carry each attribute. */
  invitation: Record<string, number>;
  /** Everybody's attributes, once the game is over. */
  all_secrets: string[][] | null;
}

/** A cat on the stage: who played it, and whose masks lie on it. */
export interface Staged {
  seat: number;
  cat: string;
  masks: number[];
}

/** What one seat of Gracias may know. */
export interface GraciasView {
  game: 'gracias';
  /** How many events there have been. */
  version: number;
  /** Whose view it is; none: a spectator's. */
  seat: number | null;
  players: number;
  options: Record<string, string | boolean | string[]>;
  edition: string;
  commitment: string;
  /** Published when the game is over. */
  seed: string | null;
  phase: string;
  to_act: number[];
  legal: string[];
  /** Once the game is over. */
  scores: number[] | null;
  round: number;
  /** Cards each in this round. */
  cards: number;
  forehead: boolean;
  gringo: number;
  announcer: number;
  seats_in: number[];
  /** Under `last-dressed`: the round in which each seat went out, 0 if it is in. */
  out_rounds: number[];
  garments: number[];
  bids: (number | null)[];
  /** What El Gringo may not bid, once all others have. */
  forbidden_bid: number | null;
  taken: number[];
  hand: string[];
  hand_sizes: number[];
  /** The cards on foreheads that this viewer sees. */
  foreheads: (string | null)[];
  /** Who has chosen face down. */
  chosen: boolean[];
  own_choice: string | null;
  /** Who led the trick; nobody where all choose at once. */
  leader: number | null;
  trick: GraciasLaid[];
  tricks: GraciasPastTrick[];
}

/** A card in a trick; the joker with the value said. */
export interface GraciasLaid {
  seat: number;
  card: string;
}

/** A complete trick of this round, and who took it. */
export interface GraciasPastTrick {
  cards: GraciasLaid[];
  taker: number;
}

/** What one seat of Moustache may know. */
export interface MoustacheView {
  game: 'moustache';
  /** How many events there have been. */
  version: number;
  /** Whose view it is; none: a spectator's. */
  seat: number | null;
  players: number;
  options: Record<string, string | boolean | string[]>;
  edition: string;
  commitment: string;
  /** Published when the game is over. */
  seed: string | null;
  phase: string;
  to_act: number[];
  legal: string[];
  /** Once the game is over. */
  scores: number[] | null;
  round: number;
  /** The four rule cards; none where one lies face down. */
  row: (string | null)[];
  /** How many of them are in force. */
  revealed: number;
  teams: number[];
  crown: number;
  hand: string[];
  hand_sizes: number[];
  /** The cards of each hand that lie face up. */
  open: string[][];
  /** Who has chosen what to give. */
  chosen: boolean[];
  /** What this seat chose for its left, or gave in this round. */
  gave: string[];
  received: string[];
  /** By receiver: cards that lay open while they were given (M10). */
  seen_moving: string[][];
  leader: number;
  demanded: string | null;
  /** The colours, the weakest first, as they stand in this trick. */
  order: string[];
  trick: MoustacheLaid[];
  /** While the monkey steals: the animals to choose from. */
  still_in: string[];
  /** The complete tricks of this round; the last one lies on the table (M18). */
  tricks: MoustachePastTrick[];
  /** Both totals so far, under open counts. */
  stars: [number, number] | null;
  rounds: PastRound[];
  /** By round and seat: points this viewer knows of; none: unseen, 0: no cup. */
  cups: (number | null)[][];
}

/** A card in a trick. */
export interface MoustacheLaid {
  seat: number;
  card: string;
}

/** A complete trick of this round, and who took it or would have (none: nobody). */
export interface MoustachePastTrick {
  cards: MoustacheLaid[];
  taker: number | null;
  why: Reason;
  /** What the monkey's player took for its team. */
  stolen: MoustacheLaid | null;
}

/** How a round was counted. */
export interface PastRound {
  stars: [number, number];
  winners: number[];
}

/** Something that this viewer may not know. */
export interface Hidden {
  event: 'hidden';
  audience?: number[] | null;
}

export interface GameStarted {
  event: 'game-started';
  game: GameName;
  players: number;
  edition: string;
  options: Record<string, string | boolean | string[]>;
  /** SHA-256 of the seed that all deals follow from. */
  commitment: string;
  audience?: number[] | null;
}

export interface RoundBegan {
  event: 'round-began';
  round: number;
  cards: number;
  dealer?: number | null;
  audience?: number[] | null;
}

/** Cards into a hand. On the forehead the others see them, not the seat itself. */
export interface Dealt {
  event: 'dealt';
  seat: number;
  cards: string[];
  audience?: number[] | null;
}

export interface GameEnded {
  event: 'game-ended';
  scores: number[];
  ranks: number[];
  seed: string;
  why: Reason;
  audience?: number[] | null;
}

export interface RuleRevealed {
  event: 'rule-revealed';
  place: number;
  rule: string;
  audience?: number[] | null;
}

export interface TeamDealt {
  event: 'team-dealt';
  seat: number;
  team: number;
  crown: boolean;
  audience?: number[] | null;
}

/** Cards of a hand that lie face up from now on. */
export interface CardsOpened {
  event: 'cards-opened';
  seat: number;
  cards: string[];
  audience?: number[] | null;
}

export interface GiftChosen {
  event: 'gift-chosen';
  seat: number;
  audience?: number[] | null;
}

/** Three cards move to the left; only giver and receiver see which. */
export interface CardsGiven {
  event: 'cards-given';
  seat: number;
  to: number;
  cards: string[];
  audience?: number[] | null;
}

/** Those of them that lay open are seen to move. */
export interface OpenCardsGiven {
  event: 'open-cards-given';
  seat: number;
  to: number;
  cards: string[];
  audience?: number[] | null;
}

export interface TrickLed {
  event: 'trick-led';
  seat: number;
  audience?: number[] | null;
}

export interface CardLaid {
  event: 'card-laid';
  seat: number;
  card: string;
  audience?: number[] | null;
}

export interface ColourDemanded {
  event: 'colour-demanded';
  seat: number;
  colour: string;
  why: Reason;
  audience?: number[] | null;
}

/** A rule card changed how the trick resolves. */
export interface RuleActed {
  event: 'rule-acted';
  place: number;
  rule: string;
  why: Reason;
  audience?: number[] | null;
}

/** Cards that nobody gets. */
export interface CardsVanished {
  event: 'cards-vanished';
  cards: string[];
  why: Reason;
  audience?: number[] | null;
}

/** Who takes the trick, or would have; nobody if no card was left that can. */
export interface TrickTaken {
  event: 'trick-taken';
  seat: number | null;
  card: string | null;
  why: Reason;
  audience?: number[] | null;
}

export interface CardStolen {
  event: 'card-stolen';
  seat: number;
  card: string;
  why: Reason;
  audience?: number[] | null;
}

export interface CardsCollected {
  event: 'cards-collected';
  seat: number;
  team: number;
  cards: string[];
  audience?: number[] | null;
}

/** Open counts: both totals as if this trick had been the last. */
export interface StarsShown {
  event: 'stars-shown';
  stars: [number, number];
  audience?: number[] | null;
}

export interface PileCounted {
  event: 'pile-counted';
  team: number;
  cards: string[];
  stars: number;
  why: Reason;
  audience?: number[] | null;
}

export interface RoundWon {
  event: 'round-won';
  team: number;
  seats: number[];
  why: Reason;
  audience?: number[] | null;
}

export interface CupDrawn {
  event: 'cup-drawn';
  seat: number;
  audience?: number[] | null;
}

/** The value of a cup token, for its owner, or for all under equal cups. */
export interface CupSeen {
  event: 'cup-seen';
  seat: number;
  points: number;
  audience?: number[] | null;
}

/** The draw for the dealer. */
export interface CardDrawn {
  event: 'card-drawn';
  seat: number;
  card: string;
  set_aside: boolean;
  audience?: number[] | null;
}

export interface DealerChosen {
  event: 'dealer-chosen';
  seat: number;
  why: Reason;
  audience?: number[] | null;
}

export interface BidMade {
  event: 'bid-made';
  seat: number;
  bid: number;
  audience?: number[] | null;
}

/** A card lies face down until all have chosen. */
export interface CardChosen {
  event: 'card-chosen';
  seat: number;
  audience?: number[] | null;
}

/** A forehead card that its owner sees at last. */
export interface CardTurned {
  event: 'card-turned';
  seat: number;
  card: string;
  audience?: number[] | null;
}

export interface BidMet {
  event: 'bid-met';
  seat: number;
  why: Reason;
  audience?: number[] | null;
}

export interface GarmentsLost {
  event: 'garments-lost';
  seat: number;
  lost: number;
  left: number;
  why: Reason;
  audience?: number[] | null;
}

export interface GarmentRegained {
  event: 'garment-regained';
  seat: number;
  left: number;
  why: Reason;
  audience?: number[] | null;
}

export interface PlayerBare {
  event: 'player-bare';
  seat: number;
  audience?: number[] | null;
}

export interface FirstPlayer {
  event: 'first-player';
  seat: number;
  audience?: number[] | null;
}

export interface SecretsDealt {
  event: 'secrets-dealt';
  seat: number;
  attributes: string[];
  audience?: number[] | null;
}

export interface CatPlayed {
  event: 'cat-played';
  seat: number;
  cat: string;
  audience?: number[] | null;
}

/** All masks of one cat, together (C6). */
export interface MasksPlaced {
  event: 'masks-placed';
  cat: string;
  seats: number[];
  /** What each seat of the table has left. */
  reserves: number[];
  audience?: number[] | null;
}

export interface Guessed {
  event: 'guessed';
  seat: number;
  asked: number;
  attribute: string;
  audience?: number[] | null;
}

export interface Answered {
  event: 'answered';
  seat: number;
  attribute: string;
  right: boolean;
  audience?: number[] | null;
}

export interface MaskPaid {
  event: 'mask-paid';
  seat: number;
  to: number;
  /** What the receiver has in all. */
  received: number;
  audience?: number[] | null;
}

/** No guess this turn. */
export interface Kept {
  event: 'kept';
  seat: number;
  audience?: number[] | null;
}

export interface CatDrawn {
  event: 'cat-drawn';
  seat: number;
  /** Cats in the draw pile. */
  left: number;
  audience?: number[] | null;
}

/** What was drawn, for the one who drew it. */
export interface CatSeen {
  event: 'cat-seen';
  seat: number;
  cat: string;
  audience?: number[] | null;
}

/** The round is finished with guesses only. */
export interface LastRound {
  event: 'last-round';
  seat: number;
  why: Reason;
  audience?: number[] | null;
}

export interface ReserveEmpty {
  event: 'reserve-empty';
  seat: number;
  audience?: number[] | null;
}

export interface NewMe {
  name: string;
}

export interface NewTable {
  setup: Setup;
  name?: string | null;
}

/** A table that begins at once, with bots in all other seats. */
export interface PlayNow {
  setup: Setup;
  level?: Level;
  seat?: number;
  name?: string | null;
}

export interface Rejoining {
  secret: string;
}

/** An identity. The token is for programs; a page has a cookie instead, which its scripts cannot read. */
export interface Me {
  name: string;
  token: string;
}

/** Someone has been forgotten. */
export interface Gone {
  /** So many knew of them. */
  tables: number;
}

export interface Listed {
  code: string;
  game: GameName;
  players: number;
  phase: Phase;
  free: number;
  /** One's own. */
  seat: number | null;
}

/** Where a table is. */
export interface TableLink {
  code: string;
  link: string;
  table: TableInfo;
}

export interface GameInfo {
  game: GameName;
  players: number[];
  /** What each takes, in words. */
  options: Record<string, string>;
  /** The same for programs. */
  forms: Record<string, OptionForm>;
  /** The boxes that it can be played with: their names, and what people call them. */
  editions: Record<string, string>;
}

/** An option as a form can show it. */
export interface OptionForm {
  /** Yes or no; one of some words; or four rule cards by their ids, two white ones, then two black ones. */
  kind: 'choice' | 'flag' | 'row';
  /** Those of a choice. */
  values: string[];
  default: string | boolean | string[];
}

/** What a seat can know of the others' attributes. */
export interface Notebook {
  /** Of the table when it was written. */
  version: number;
  /**
   * By seat and attribute: it lies `open`, the seat surely hides it (`certain`), it cannot (`excluded`), or
   * it may (`possible`). Empty for one's own seat.
   */
  marks: Record<string, 'certain' | 'excluded' | 'open' | 'possible'>[];
  /** How likely it is that the seat has it; only where the table wants it told. */
  chances: Record<string, number>[] | null;
}

/** An edition, as far as it can be seen on a table. */
export interface Box {
  name: string;
  title: string;
  /** Another one: another edition. */
  digest: string;
  moustache: MoustacheContents;
  gracias: GraciasContents;
  club: ClubContents;
}

/** The box of Moustache. */
export interface MoustacheContents {
  /** By colour, on the animals of value 0 to 10. */
  stars: Record<string, number[]>;
  /** The three tokens of each of the four rounds, from low to high. */
  cups: number[][];
  tables: TableFor[];
  rules: RuleCard[];
}

/** How a number of players plays Moustache. */
export interface TableFor {
  players: number;
  /** The size of each. */
  teams: [number, number];
  /** Cards in each hand, jokers included. */
  hand: number;
  /** How many are dealt. */
  jokers: number;
}

/** A rule card of Moustache. */
export interface RuleCard {
  id: string;
  /** `white` or `black`. */
  pack: 'white' | 'black';
  /** `printed`, `reported` or `ours`: the last are dealt only with the option own-rules. */
  source: 'printed' | 'reported' | 'ours';
  /** Whether it may come in a first game. */
  first_game: boolean;
  /** Only for a card that the edition brings itself; all others are named in the texts. */
  name: string;
  text: string;
}

/** The box of Gracias. */
export interface GraciasContents {
  /** Cards in hand, round by round. */
  rounds: number[];
  /** The round, counted from 1, that is played on the forehead. */
  forehead: number;
  /** By seat. */
  characters: Dressed[];
  /** The motifs of the cards 1 to 21. */
  loteria: string[];
  joker: string;
}

/** A character of Gracias. */
export interface Dressed {
  id: string;
  /** The first comes off first. */
  garments: string[];
}

/** The box of the Club. */
export interface ClubContents {
  /** In the reserve of each seat. */
  masks: number;
  /** Attributes that each seat hides. */
  secrets: number;
  /** Cats in each hand. */
  hand: number;
  attributes: AttributeCard[];
  /** The attributes of each cat. */
  cats: Record<string, string[]>;
}

/** An attribute of the Club. */
export interface AttributeCard {
  id: string;
  /** `pose`, `coat`, `pattern` or `accessory`. */
  kind: 'pose' | 'coat' | 'pattern' | 'accessory';
  /** How many carry it, as the invitation says. */
  cats: number;
}

/** Those of one language, by id. */
export interface Phrases {
  phrases: Record<string, string>;
  reactions: Record<string, string>;
}

/** What every failed request answers. */
export interface Problem {
  /** A word for programs: stale, illegal, not-allowed, malformed, too-often, … */
  error: string;
  /** For people: what was wrong, and what to do. */
  message: string;
  /** Which rule forbids the move. */
  why: Reason | null;
}

/** The process answers. */
export interface Health {
  status: 'ok';
  version: string;
  protocol: number;
}
