/** Schemas of what is typed into a form's fields: spaces around it do not count. */
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
