/**
 * Tells waiting from trouble: an error which says that a store is away, slow or full for now. The lead that met it is
 * tried again, and is not to blame for it.
 */
import { Redis } from 'ioredis';

const { ReplyError } = Redis as unknown as { readonly ReplyError: new () => Error };

// ioredis has no classes for these; its own words are all that tells them apart.
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
// Longer ones, with details behind them: a master of a Cluster that changes for too long, Sentinels that are all silent.
const silencesByBeginning = /^(Too many Cluster redirections|All sentinels are unreachable)/;
// Starting, following another one, changing its master, or out of memory: another try may well succeed.
const passingReplies =
  /^(LOADING|READONLY|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|UNBLOCKED|NOREPLICAS|BUSY|OOM)\b/;
const lateByName = /deadline|timeout/i;

/** Says whether `error` means that Redis did not answer, or not now. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'MaxRetriesPerRequestError' || silences.includes(error.message)) return true;
  if (silencesByBeginning.test(error.message)) return true;
  return error instanceof ReplyError && passingReplies.test(error.message);
}

/** Says whether `error` means that something took longer than it may. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && lateByName.test(error.name);
}
