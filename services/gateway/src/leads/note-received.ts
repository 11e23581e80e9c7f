/** `lastLeadReceivedAt` of a campaign (§2.1), written at most once a second, however many leads arrive. */
import type { Campaign } from '@sluice/contracts';
import { errorFields, type Logger } from '@sluice/process';
import type { Stores } from '@sluice/store';

/**
 * Notes that a campaign has just received a lead. It runs in the background and never fails: no lead is lost for the
 * sake of a date.
 */
export type NoteReceived = (tenantId: string, campaign: Campaign, requestId: string) => void;

const EVERY_MS = 1_000;
const MAX_CACHED = 10_000;

export function createNoteReceived(stores: Pick<Stores, 'clock' | 'forTenant'>, log: Logger): NoteReceived {
  const notedAt = new Map<string, number>();

  return (tenantId, { campaignId }, requestId) => {
    const now = stores.clock.now();
    const key = `${tenantId}/${campaignId}`;
    if (now.getTime() - (notedAt.get(key) ?? 0) < EVERY_MS) return;
    if (notedAt.size >= MAX_CACHED) notedAt.clear();
    notedAt.set(key, now.getTime());
    stores
      .forTenant(tenantId)
      .campaigns.note(campaignId, { lastLeadReceivedAt: now.toISOString() })
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
