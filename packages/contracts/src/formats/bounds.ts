/**
 * The size limits of input. Every text, list and open object of a request has a maximum size, so that no single request
 * can keep a process busy. The interface's own limits take precedence; these apply where it states none.
 */
import { z } from 'zod';
import { hasVisible } from '../text/visible-text.js';

/** The longest single text anywhere, in UTF-16 code units: as long as the largest body. */
export const maxTextLength = 256 * 1024;

/** The maximum length of a key of an open object. */
export const maxKeyLength = 128;

/** The maximum number of entries of an open object, and of items of a list without a lower limit. */
export const maxEntries = 1_000;

/** The number of characters of a text as the schemas count them: one for each code point, however it is encoded. */
export function characterCount(text: string): number {
  return z.core.util.codePointLength(text);
}

/** Accepts a line of text: a name, a reference, a label. */
export const textSchema = z.string().max(500);

/** Why a required text is refused that holds only spaces or invisible characters: for a reader it is missing. */
export const nothingVisible = 'is required, and holds nothing visible';

/** Accepts a text in which something can be seen, `text` being the form that it is read in. */
export function requiredText(maxLength: number, text = z.string()) {
  // The empty text and one that is too long have their problem already.
  const isJudged = (read: string) => read !== '' && characterCount(read) <= maxLength;
  return text
    .min(1)
    .max(maxLength)
    .refine((read) => !isJudged(read) || hasVisible(read), nothingVisible);
}

/** Accepts a line of text in which something can be seen. */
export const requiredTextSchema = requiredText(500);

/** Accepts a longer text: descriptions, templates, page addresses, browser identifications. */
export const longTextSchema = z.string().max(20_000);

/** Accepts the value of a configured header. Servers do not accept more than this for all headers together. */
export const headerValueSchema = z.string().max(8_000);

/** Accepts the notes on a lead, which are stored and never searched; only the size of the body limits them. */
export const noteSchema = z.string().max(maxTextLength);

/** Accepts a list of short texts such as tags. */
export const textListSchema = z.array(textSchema).max(100);

/**
 * Accepts any JSON value. Its limits are {@link maxTextLength}, {@link maxEntries} and {@link maxKeyLength}, which
 * apply to every body as a whole and are checked before any schema (`unstorableProblems`).
 */
export const looseValueSchema = z.unknown().meta({
  id: 'AnyValue',
  description: `Any JSON value. A text has at most ${maxTextLength} characters, a list or an object at most ${maxEntries} entries, a key at most ${maxKeyLength} characters.`,
});

/** The description of an open object's limits. */
export const openObjectBounds = {
  maxProperties: maxEntries,
  propertyNames: { type: 'string', maxLength: maxKeyLength },
} as const;

/** Accepts a map of arbitrary keys to values of one kind. */
export function mapOf<Value extends z.ZodType>(value: Value) {
  return z
    .record(z.string().max(maxKeyLength), value)
    .refine((map) => Object.keys(map).length <= maxEntries, `must have at most ${maxEntries} entries`)
    .meta(openObjectBounds);
}

/** Accepts a map of arbitrary keys and JSON values. */
export const looseMapSchema = mapOf(looseValueSchema);
