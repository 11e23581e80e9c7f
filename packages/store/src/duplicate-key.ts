/** The one refusal of MongoDB that is an answer: a document with that key, or that unique value, is there already. */
import { MongoBulkWriteError, MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11000;

/**
 * Whether `error` says that another writer wrote the document first. It does not when it says as well that what was
 * written may be lost: then nothing may be built on the document that is there.
 */
export function isDuplicateKey(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== DUPLICATE_KEY)
    return false;
  return !saysMayBeLost(error);
}

/** Whether `error`, of a single write or of many, says that the writes did not reach the majority, whatever else it says. */
export function saysMayBeLost(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError()) return true;
  if (!(error instanceof MongoServerError)) return false;
  const { writeConcernError, result } = error.errorResponse as {
    writeConcernError?: unknown;
    result?: unknown;
  };
  const within = (result as { readonly writeConcernError?: unknown } | undefined)?.writeConcernError;
  return (writeConcernError ?? within ?? undefined) !== undefined;
}
