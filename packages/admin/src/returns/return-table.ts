/** Returns as a table. */
import type { ShownReturn } from '@sluice/contracts';
import { localClock, nameIn, type CsvColumns } from '@sluice/domain';
import type { TableOptions } from '../ledger/ledger-table.js';

/** The columns; a return that is shown without words has none in them. */
export function returnColumns({ zone, names }: TableOptions): CsvColumns<ShownReturn> {
  const clock = (at: string) => localClock(new Date(at), zone);
  return {
    date: ({ requestedAt }) => clock(requestedAt).date,
    time: ({ requestedAt }) => clock(requestedAt).time,
    status: ({ status }) => status,
    amount: ({ amount }) => amount,
    currency: ({ currency }) => currency,
    leadId: ({ leadId }) => leadId,
    placedCampaignId: ({ placedCampaignId }) => placedCampaignId,
    placedCampaign: ({ placedCampaignId }) => nameIn(names.campaigns, placedCampaignId),
    clientId: ({ clientId }) => clientId,
    client: ({ clientId }) => nameIn(names.clients, clientId),
    reason: ({ reason }) => reason,
    note: ({ note }) => note,
    decidedDate: ({ decidedAt }) => decidedAt && clock(decidedAt).date,
    decisionNote: ({ decisionNote }) => decisionNote,
    returnId: ({ returnId }) => returnId,
  };
}
