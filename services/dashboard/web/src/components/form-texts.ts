/** Schemas of what is typed into or chosen in a form's fields; spaces around a text do not count. */
import * as z from 'zod/mini';

/** A text that must be there. */
export const requiredText = (problem = 'This is required.') =>
  z.string().check(z.trim(), z.minLength(1, problem));

/** A text that may be missing: undefined if nothing was typed. */
export const optionalText = () =>
  z.pipe(
    z.string().check(z.trim()),
    z.transform((text) => (text === '' ? undefined : text)),
  );

/** Texts by name; those left empty are left out. */
export const givenTexts = z.pipe(
  z.record(z.string(), z.string().check(z.trim())),
  z.transform((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))),
);

/** The instant a chosen number of units from now; undefined if none is chosen. */
export const instantAfter = (unitMs: number) =>
  z.pipe(
    z.string(),
    z.transform((units) =>
      units === '' ? undefined : new Date(Date.now() + Number(units) * unitMs).toISOString(),
    ),
  );
