/** Distinguishes an unavailable database from a broken program. */
import { DeadlineExceededError } from '@sluice/concurrency';
import {
  MongoBulkWriteError,
  MongoClientBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
} from 'mongodb';
import { saysMayBeLost } from './duplicate-key.js';

const absences = [
  MongoClientClosedError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerClosedError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
  MongoWriteConcernError,
];

// The driver does not export this class: all its connections are in use, or are being opened to a server that is coming
// back.
const WAITED_FOR_CONNECTION = 'MongoWaitQueueTimeoutError';

// Stepping down, shutting down, or too slow: a retry may succeed.
const passingCodes = new Set([50, 64, 89, 91, 189, 262, 6, 7, 10107, 11600, 11602, 13435, 13436]);

// A connection that breaks in the middle of a write fails with the socket's error.
const brokenSockets: ReadonlySet<unknown> = new Set(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT']);

/** Whether `error` means that the database did not answer in time, as opposed to an error in its answer. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DeadlineExceededError) return true;
  if ('code' in error && brokenSockets.has(error.code)) return true;
  if (!(error instanceof MongoError)) return false;
  if (saysMayBeLost(error)) return true;
  // A bulk write that could not be sent wraps the reason.
  if (error instanceof MongoBulkWriteError && isStoreUnavailable(error.errorResponse)) return true;
  if (error instanceof MongoClientBulkWriteError && isStoreUnavailable(error.cause)) return true;
  if (absences.some((kind) => error instanceof kind) || error.name === WAITED_FOR_CONNECTION) return true;
  if (error.hasErrorLabel('RetryableWriteError') || error.hasErrorLabel('RetryableError')) return true;
  return error instanceof MongoServerError && passingCodes.has(Number(error.code));
}
