/** The box of the edition that a table plays, for whatever is drawn at the table: a context, `() => Box | null`. */
export const BOX = Symbol('box');
