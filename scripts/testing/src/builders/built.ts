/** How a builder combines what it makes up with what a test says. */

/** The fields that a test sets itself. They may be invalid on purpose, so they are not checked here. */
export type Said = Readonly<Record<string, unknown>>;

/** The usual fields, with the test's in place of those of the same name. */
export type Built<Usual, S extends Said> = Omit<Usual, keyof S> & S;

/** Puts the test's fields in place of the usual ones of the same name. */
export function built<Usual extends Said, S extends Said>(usual: Usual, said: S): Built<Usual, S> {
  return { ...usual, ...said };
}
