/** Puts facts into sentences. `{name}` is filled in, `{lost:garment|garments}` is a number with its noun in the form that
 * the language wants, `{stars:+}` a number with its sign. A fact may be a card: it stays one, so that it can be drawn. */

export type Card = { card: string };
export type Part = string | Card;
export type Fact = string | number | Part[];
export type Facts = Record<string, Fact>;

const PLACEHOLDER = /\{(\w+)(?::([^}]*))?\}/g;
const rules = new Map<string, Intl.PluralRules>();

/** The sentence in parts: text, and cards to draw. */
export function filled(form: string, facts: Facts, language: string): Part[] {
  const parts: Part[] = [];
  let read = 0;
  for (const match of form.matchAll(PLACEHOLDER)) {
    parts.push(form.slice(read, match.index), ...fact(facts[match[1] ?? ''], match[0], match[2], language));
    read = match.index + match[0].length;
  }
  parts.push(form.slice(read));
  return joined(parts);
}

function fact(
  value: Fact | undefined,
  placeholder: string,
  form: string | undefined,
  language: string,
): Part[] {
  if (value === undefined) return [placeholder];
  if (typeof value === 'number') return [numbered(value, form, language)];
  return typeof value === 'string' ? [value] : value;
}

function numbered(value: number, form: string | undefined, language: string): string {
  const digits = String(value).replace('-', '−');
  if (form === '+') return value < 0 ? digits : `+${value}`;
  if (!form) return digits;
  return `${digits} ${plural(value, form.split('|'), language)}`;
}

/** The noun in the form for this number: the forms stand in the order of the language's categories. */
function plural(value: number, forms: string[], language: string): string {
  let rule = rules.get(language);
  if (!rule) {
    rule = new Intl.PluralRules(language);
    rules.set(language, rule);
  }
  const few = forms.length > 2;
  const place = { zero: 0, one: 0, two: 1, few: 1, many: few ? 2 : 1, other: few ? 2 : 1 };
  return forms[place[rule.select(Math.abs(value))]] ?? forms.at(-1) ?? '';
}

/** Neighbouring texts become one. */
export function joined(parts: Part[]): Part[] {
  const found: Part[] = [];
  for (const part of parts) {
    const last = found.at(-1);
    if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part;
    else if (part !== '') found.push(part);
  }
  return found;
}
