/** The one refusal of MongoDB that is an answer: a document with that key, or that unique value, is there already. */

const DUPLICATE_KEY = 11000;

/** Whether `error` says that somebody else wrote the document first. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;
}
