/** How a bulk update changes one lead (§4.2). Pure: the caller stores the result. */
import { mapsThat, type LeadData, type LeadRecord, type LeadUpdates } from '@sluice/contracts';
import { mergeLead, searchWords, type FieldNames } from '@sluice/domain';
import type { LeadChange } from '@sluice/store';
import { isDeepStrictEqual } from 'node:util';
import { boundedData } from './bounded-data.js';

const maps = mapsThat('updatedByEntry');

/**
 * Returns the lead with `updates` applied, or undefined if they change nothing. An erased lead takes only `status`,
 * `approvalStatus` and `isTest`.
 */
export function updatedLead(
  lead: LeadRecord,
  updates: LeadUpdates,
  fields: FieldNames,
  now: Date,
): LeadChange | undefined {
  const { status, approvalStatus, isTest, ...changes } = updates;
  const data = isErased(lead)
    ? lead.data
    : boundedData(withEntries(mergeLead(lead.data, changes, fields), changes));
  const statusSet = status !== undefined && status !== lead.status;
  const { reason, ...rest } = lead;
  const updated: LeadRecord = {
    ...rest,
    data,
    // The reason came from the pipeline and does not explain a status that a person sets.
    ...(statusSet ? { status } : reason !== undefined && { reason }),
    ...(approvalStatus && { approvalStatus }),
    ...(isTest !== undefined && { isTest }),
  };
  if (isDeepStrictEqual(decidable(lead), decidable(updated))) return undefined;
  return {
    lead: { ...updated, updatedAt: now },
    search: searchWords(data),
    ...(statusSet && { statusSetAt: now }),
  };
}

// Every lead is created with a name and a phone number. An erased lead has no data, and new data would let it be sent to
// a buyer again.
function isErased({ data }: LeadRecord): boolean {
  return Object.keys(data).length === 0;
}

// Keys such as `questionnaire.injury` set one entry of a map.
function withEntries(data: LeadData, updates: Readonly<Record<string, unknown>>): LeadData {
  const changed = maps.flatMap((map) => {
    const entries = Object.entries(updates)
      .filter(([key]) => key.startsWith(`${map}.`))
      .map(([key, value]) => [key.slice(map.length + 1), value] as const);
    return entries.length === 0 ? [] : [[map, { ...data[map], ...Object.fromEntries(entries) }] as const];
  });
  return { ...data, ...Object.fromEntries(changed) };
}

// A value that only differs in its original spelling is no change of the lead.
function decidable({ data: { asSent: _asSent, ...data }, ...lead }: LeadRecord) {
  return { ...lead, data };
}
