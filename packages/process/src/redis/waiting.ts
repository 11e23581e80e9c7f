/**
 * Distinguishes waiting from trouble: errors which mean that a store is unavailable, slow or full for now. The affected
 * lead is retried without being blamed.
 */
import { Redis } from 'ioredis';

const { ReplyError } = Redis as unknown as { readonly ReplyError: new () => Error };

// ioredis has no classes for these errors, so only their messages distinguish them.
const silences = [
  'Command timed out',
  'Connection is closed.',
  "Stream isn't writeable and enableOfflineQueue options is false",
  'redis is not connected',
  'None of startup nodes is available',
  "Cluster isn't ready and enableOfflineQueue options is false",
  'Cluster is ended.',
  'Failed to refresh slots cache.',
];
// Longer messages with details after them: a Cluster master that has been changing for too long, or no Sentinel
// answering.
const silencesByBeginning = /^(Too many Cluster redirections|All sentinels are unreachable)/;
// Redis is starting, replicating, changing its master, or out of memory: a retry may succeed.
const passingReplies =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED|NOREPLICAS|BUSY|OOM)\b/;
const lateByName = /deadline|timeout/i;

/** Whether `error` means that Redis did not answer, or cannot at the moment. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError' || silences.includes(error.message)) return true;
  if (silencesByBeginning.test(error.message)) return true;
  return error instanceof ReplyError && passingReplies.test(error.message);
}

/** Whether `error` means that a deadline was missed. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && lateByName.test(error.name);
}
