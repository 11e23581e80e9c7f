/** The one MongoDB error that is a valid answer: a document with that key, or that unique value, already exists. */
import { MongoBulkWriteError, MongoClientBulkWriteError, MongoServerError } from 'mongodb';

const DUPLICATE_KEY = 11000;

/**
 * Whether `error` means that another writer wrote the document first. False if the error also says that the write may
 * be lost, because then that document is not reliable either.
 */
export function isDuplicateKey(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || !isDuplicateKeyCode(error.code))
    return false;
  return !saysMayBeLost(error);
}

/** The places of the writes of a bulk that met an existing key; undefined if anything else went wrong too. */
export function metKeys(error: unknown): ReadonlySet<number> | undefined {
  if (!(error instanceof MongoBulkWriteError) || saysMayBeLost(error)) return undefined;
  const errors = [error.writeErrors].flat();
  const all = errors.length > 0 && errors.every(({ code }) => isDuplicateKeyCode(code));
  return all ? new Set(errors.map(({ index }) => index)) : undefined;
}

/** Whether a write with this error code met an existing key. */
function isDuplicateKeyCode(code: unknown): boolean {
  return code === DUPLICATE_KEY;
}

/** Whether `error`, of one write or many, says that writes did not reach the majority, whatever else it says. */
export function saysMayBeLost(error: unknown): boolean {
  if (error instanceof MongoBulkWriteError && error.result.getWriteConcernError()) return true;
  if (error instanceof MongoClientBulkWriteError) return error.writeConcernErrors.length > 0;
  if (!(error instanceof MongoServerError)) return false;
  const { writeConcernError, result } = error.errorResponse as {
    writeConcernError?: unknown;
    result?: unknown;
  };
  const within = (result as { readonly writeConcernError?: unknown } | undefined)?.writeConcernError;
  return (writeConcernError ?? within ?? undefined) !== undefined;
}
