/** Names that a provider or proxy gives a person. */

/** A name as it is kept: names that differ only in case are one person. */
export function nameFrom(said: string): string {
  return said.trim().toLowerCase();
}

const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/;

/** Whether a person may have this name, in the form of {@link nameFrom}. */
export function isName(name: string): boolean {
  return NAME.test(name);
}
