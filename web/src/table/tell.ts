/** Events and reasons in sentences, told from one viewer's side: "You lay blue 7" to the one who did, "Basile lays
 * blue 7" to everybody else. The log, the announcements for screen readers and the answers to "why?" all come from here. */
import { type Facts, filled, type Part } from '../lib/format';
import { type Form, list, t, words } from '../lib/texts.svelte';
import type { Box, GameEvent, Reason } from '../protocol';
import { cardName } from './names';

/** What the sentences need to know of the table. */
export interface Company {
  game: string;
  viewer: number | null;
  names: string[];
  teams: number[] | null;
  box: Box | null;
}

type Given = Record<string, unknown>;

/** In the log, but no news: something else says the same. */
const UNTOLD = new Set([
  'hidden',
  'game-started',
  'team-dealt',
  'trick-led',
  'rule-acted',
  'cards-vanished',
  'cards-collected',
  'card-drawn',
  'cup-drawn',
  'cat-drawn',
]);

export class Teller {
  constructor(private readonly company: Company) {}

  /** An event in a sentence; null where it is not worth one. */
  event(event: GameEvent): Part[] | null {
    if (UNTOLD.has(event.event) || this.smallTalk(event)) return null;
    const { event: tag, why, ...rest } = event as GameEvent & { why?: Reason };
    const given = rest as Given;
    const facts: Facts = {
      ...this.facts(given),
      ...this.rule(String(given.rule ?? '')),
      ...this.besides(event),
    };
    if (why) {
      facts.why = this.reason(why);
      facts.steps = spaced((why.steps?.length ? why.steps : [why]).map((step) => this.reason(step)));
    }
    return this.sentence(this.form(tag, given), given, facts);
  }

  /** A reason in a sentence, without its steps. */
  reason(reason: Reason): Part[] {
    const given = (reason.args ?? {}) as Given;
    const form = words().reasons[reason.id];
    if (form === undefined) return [reason.id];
    return this.sentence(form, given, { ...this.facts(given), ...this.rule(reason.rule ?? '') });
  }

  steps(reason: Reason): Part[][] {
    return (reason.steps ?? []).map((step) => this.reason(step));
  }

  name(seat: number): string {
    return seat === this.company.viewer ? words().seats.you : (this.company.names[seat] ?? '');
  }

  names(seats: number[]): string {
    const mineFirst = [...seats].sort(
      (a, b) => Number(b === this.company.viewer) - Number(a === this.company.viewer) || a - b,
    );
    return list(mineFirst.map((seat) => this.name(seat)));
  }

  ruleName(rule: string): string {
    return words().rules[rule]?.name ?? this.own(rule)?.name ?? rule;
  }

  ruleText(rule: string): string {
    return words().rules[rule]?.text ?? this.own(rule)?.text ?? '';
  }

  attribute(word: string): string {
    return words().attributes[word] ?? word;
  }

  private own(rule: string) {
    return this.company.box?.moustache.rules.find((card) => card.id === rule);
  }

  private smallTalk(event: GameEvent): boolean {
    switch (event.event) {
      case 'colour-demanded':
        return event.why.id === 'first-animal' && !event.why.rulings?.length;
      case 'cards-opened':
      case 'open-cards-given':
        return !event.cards.length;
      case 'dealt':
      case 'cat-seen':
      case 'secrets-dealt':
        return event.seat !== this.company.viewer;
      default:
        return false;
    }
  }

  private form(tag: string, given: Given): Form {
    for (const [key, value] of Object.entries(given)) {
      const special = value === true ? words().events[`${tag}.${key}`] : undefined;
      if (special) return special;
    }
    return words().events[tag] ?? tag;
  }

  private sentence(form: Form, given: Given, facts: Facts): Part[] {
    const parts = filled(this.fitting(form, given), facts, words().language);
    const [first] = parts;
    if (typeof first === 'string') parts[0] = first.charAt(0).toUpperCase() + first.slice(1);
    return parts;
  }

  /** The form that fits whoever acts, or to whom it is done. */
  private fitting(form: Form, given: Given): string {
    if (typeof form === 'string') return form;
    const absent = (key: string) => key in given && (given[key] === null || empty(given[key]));
    if (form.nobody && (['seat', 'seats', 'cards'].some(absent) || !Object.keys(given).length))
      return form.nobody;
    const viewer = this.company.viewer;
    if (viewer === null) return form.other;
    if (form.you && given.seat === viewer) return form.you;
    const toYou = given.to === viewer || given.asked === viewer;
    return (toYou && form['to-you']) || form.other;
  }

  private rule(rule: string): Facts {
    return rule ? { rule: this.ruleName(rule), text: this.ruleText(rule) } : {};
  }

  /** Facts in words: seats by name, cards as cards, colours and attributes as the language calls them. */
  private facts(given: Given): Facts {
    const facts: Facts = {};
    for (const [key, value] of Object.entries(given)) {
      const fact = this.fact(key, value);
      if (fact !== undefined) facts[key] = fact;
      if ((key === 'cards' || key === 'attributes') && Array.isArray(value))
        facts.choice = this.things(value, words().seats.or);
    }
    if (typeof given.seat === 'number') facts.number = given.seat;
    return facts;
  }

  private fact(key: string, value: unknown): Facts[string] | undefined {
    if (Array.isArray(value)) return this.several(key, value);
    if (typeof value === 'number') return this.one(key, value);
    if (typeof value !== 'string') return undefined;
    switch (key) {
      case 'card':
      case 'top':
        return [{ card: value }];
      case 'cat':
        return [{ card: value }];
      case 'colour':
        return words().colours[value] ?? value;
      case 'attribute':
        return this.attribute(value);
      case 'expected':
        return words().kinds[value] ?? value;
      case 'option':
      case 'because':
        return words().games[this.company.game]?.options?.[value]?.name ?? value;
      case 'game':
        return words().games[value]?.name ?? value;
      case 'move':
        return this.move(value);
      default:
        return value;
    }
  }

  private one(key: string, value: number): Facts[string] {
    if (['seat', 'to', 'asked', 'dealer'].includes(key) && value < this.company.names.length)
      return this.name(value);
    if (key === 'team') return this.names(this.team(value));
    return value;
  }

  private several(key: string, values: unknown[]): Facts[string] {
    switch (key) {
      case 'seats':
        return this.names(values as number[]);
      case 'order':
        return values.map((colour) => words().colours[String(colour)] ?? String(colour)).join(' < ');
      case 'stars':
        return values.map((stars, team) => `${this.names(this.team(team))} ${stars}`).join('; ');
      case 'points':
      case 'garments':
      case 'received':
      case 'hidden':
      case 'out':
        return values.map((number, seat) => `${this.name(seat)} ${number}`).join(', ');
      default:
        return this.things(values, words().seats.and);
    }
  }

  /** Cards, cats or attributes in a row. */
  private things(values: unknown[], last: string): Part[] {
    if (!values.length) return [words().seats.nothing];
    return values.flatMap((value, place) => {
      const word = String(value);
      const thing: Part = word in words().attributes ? this.attribute(word) : { card: word };
      if (!place) return [thing];
      return [place === values.length - 1 ? ` ${last} ` : ', ', thing];
    });
  }

  private move(text: string): Part[] {
    const [verb = '', ...rest] = text.split(' ');
    if (verb === 'unmask') return [`${this.name(Number(rest[0]))}: ${this.attribute(rest[1] ?? '')}`];
    if (verb === 'bid') return [t('common.bid-of', { bid: Number(rest[0]) })];
    if (verb === 'keep') return [t('common.keep-quiet')];
    return this.things(rest, words().seats.and);
  }

  private team(team: number): number[] {
    return (this.company.teams ?? []).flatMap((each, seat) => (each === team ? [seat] : []));
  }

  /** What a sentence may say that is not in the event. */
  private besides(event: GameEvent): Facts {
    switch (event.event) {
      case 'pile-counted':
        return { count: event.stars };
      case 'cat-played': {
        const carries = this.company.box?.club.cats[event.cat] ?? [];
        return { carries: carries.map((word) => this.attribute(word)).join(', ') };
      }
      case 'garments-lost': {
        const worn = this.wardrobe(event.seat);
        const first = Math.max(0, worn.length - event.left - event.lost);
        return { what: list(worn.slice(first, worn.length - event.left)) };
      }
      case 'garment-regained':
        return { what: this.wardrobe(event.seat).at(-event.left) ?? '' };
      default:
        return {};
    }
  }

  /** What a seat's character wears, the first to come off first. */
  private wardrobe(seat: number): string[] {
    const worn = this.company.box?.gracias.characters[seat]?.garments ?? [];
    return worn.map((garment) => words().garments[garment] ?? garment);
  }
}

/** A sentence as plain text, for those who listen. */
export function plain(parts: Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : cardName(part.card))).join('');
}

const empty = (value: unknown) => Array.isArray(value) && !value.length;

function spaced(sentences: Part[][]): Part[] {
  return sentences.flatMap((parts, place) => (place ? [' ', ...parts] : parts));
}
