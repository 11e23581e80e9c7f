/** Where the leads and the entries behind the numbers of a report are listed. What no list has exactly has no address. */
import type { adminGetRetention, ReportNumber } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { dayIn, daysAfter } from '../../components/day-in-zone.js';
import { useZone } from '../../components/zone.js';
import type { Asked, Key, Row } from './asked.js';

const filterOf: Readonly<Record<Exclude<Key, 'day'>, string>> = {
  campaign: 'campaignIds',
  placedCampaign: 'placedCampaignIds',
  client: 'clientIds',
  offer: 'offerIds',
  supplier: 'supplierIds',
  subId1: 'subId1',
};

/** The leads that a row counts under `counted`. The list knows when a lead came in, and not when it ended. */
export function leadsOf(
  tenantId: string,
  { by, from, to, basis, campaignIds, clientIds, offerIds, supplierIds }: Asked,
  row: Row,
  counted: ReportNumber,
): string | undefined {
  if (basis !== 'received') return undefined;
  const listed = { tenant: tenantId, counted, campaignIds, clientIds, offerIds, supplierIds, from, to };
  if (row.isTotal) return addressOf('/leads', listed);
  const key = row[by];
  if (key === undefined || key === null) return undefined;
  return addressOf('/leads', {
    ...listed,
    ...(by === 'day' ? { from: key, to: key } : { [filterOf[by]]: key }),
  });
}

/** The entries that a row adds up. The ledger knows when an entry was booked, and not when its lead came in. */
export function entriesOf(tenantId: string, asked: Asked, row: Row): string | undefined {
  const { by, campaignIds, clientIds, offerIds, supplierIds, from, to } = asked;
  if (asked.basis !== 'occurred' || campaignIds || clientIds || offerIds || supplierIds) return undefined;
  const listed = { tenant: tenantId, from, to };
  if (row.isTotal) return addressOf('/ledger', listed);
  const key = row[by];
  if (key === undefined || key === null) return undefined;
  if (by === 'day') return addressOf('/ledger', { ...listed, from: key, to: key });
  if (by === 'client') return addressOf('/ledger', { ...listed, clientId: key });
  return by === 'campaign' ? addressOf('/ledger', { ...listed, campaignId: key }) : undefined;
}

/** Whether no lead that came in since `day` has been deleted by age: reports go on counting those. */
export function useHasAllLeads(tenantId: string, day: string): boolean {
  const zone = useZone();
  const { data } = useAnswer<typeof adminGetRetention>(pathTo`/admin/v1/tenants/${tenantId}/retention`);
  if (!data) return false;
  if ((data.deleted['leads'] ?? 0) === 0) return true;
  const { leads: days } = data.days;
  // Nothing is deleted any more.
  if (days === undefined)
    return data.lastDeletedAt !== null && day > dayIn(zone, new Date(data.lastDeletedAt));
  // A day more, for the zone and the hour of the pass.
  return day > daysAfter(dayIn(zone, new Date()), 1 - days);
}
