/** `lastLeadReceivedAt` of a campaign (§2.1), written at most once a second, however many leads arrive. */
import { errorFields, type Logger } from '@sluice/process';
import { now, type StoresFor } from '../core.js';

/**
 * Notes that a campaign has just received a lead, and resolves once that is written. It never rejects: no lead is lost for
 * the sake of a date.
 */
export type NoteReceived = (tenantId: string, campaignId: string, requestId: string) => Promise<void>;

const EVERY_MS = 1_000;
const MAX_CACHED = 10_000;

/** Makes the function for a process, which remembers what it has just noted. */
export function createNoteReceived(
  stores: StoresFor<'clock' | 'forTenant'>['stores'],
  log: Logger,
): NoteReceived {
  const notedAt = new Map<string, number>();

  return async (tenantId, campaignId, requestId) => {
    const at = now({ stores });
    const key = `${tenantId}/${campaignId}`;
    if (at.getTime() - (notedAt.get(key) ?? 0) < EVERY_MS) return;
    if (notedAt.size >= MAX_CACHED) notedAt.clear();
    notedAt.set(key, at.getTime());
    await stores
      .forTenant(tenantId)
      .campaigns.note(campaignId, { lastLeadReceivedAt: at.toISOString() })
      .catch((error: unknown) =>
        log.warn('lastLeadReceivedAt not written', {
          requestId,
          tenantId,
          campaignId,
          ...errorFields(error),
        }),
      );
  };
}
