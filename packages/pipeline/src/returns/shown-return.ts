/** A return as people and programs see it. */
import type { ReturnRecord, ReturnStatus, ShownReturn } from '@sluice/contracts';
import { decimalAmount } from '@sluice/domain';

/** The return with its amount as a decimal number. */
export function shownReturn(record: ReturnRecord): ShownReturn {
  const { returnId, status, leadId, placedCampaignId, clientId, minor, currency, requestedAt } = record;
  const { reason, note, decidedAt, decisionNote } = record;
  return {
    returnId,
    // An opening one is never shown.
    status: status as ReturnStatus,
    leadId,
    placedCampaignId,
    clientId,
    amount: decimalAmount(minor, currency),
    currency,
    requestedAt: requestedAt.toISOString(),
    reason,
    note,
    decidedAt: decidedAt?.toISOString(),
    decisionNote,
  };
}

/** The return without what people wrote: notes, and a reason that is none of the campaign's list. */
export function returnWithoutWords({
  note: _note,
  decisionNote: _decision,
  ...record
}: ReturnRecord): ShownReturn {
  if (record.isListedReason) return shownReturn(record);
  const { reason: _reason, ...rest } = record;
  return shownReturn(rest);
}
