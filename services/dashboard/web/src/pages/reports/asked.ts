/** What the page's address asks for: by default the last seven days, by campaign. */
import type { adminLeadReport, EndpointData, LeadReportRow } from '@sluice/contracts';
import { reportBases, type ReportBasis, type ReportKey } from '@sluice/contracts/words';
import { useAddress } from '../../api/use-address.js';
import { dayIn } from '../../components/day-in-zone.js';
import { useZone } from '../../components/zone.js';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 7;

/** What the rows of the table can be about. */
export const keys = [
  { value: 'day', label: 'Day' },
  { value: 'campaign', label: 'Campaign submitted to' },
  { value: 'placedCampaign', label: 'Campaign placed with' },
  { value: 'client', label: 'Client' },
  { value: 'offer', label: 'Offer' },
  { value: 'supplier', label: 'Supplier' },
  { value: 'subId1', label: 'Site (sub id 1)' },
] as const satisfies readonly { readonly value: ReportKey; readonly label: string }[];
export type Key = (typeof keys)[number]['value'];

/** What the page's address asks for. */
export interface Asked {
  readonly by: Key;
  readonly from: string;
  readonly to: string;
  readonly basis: ReportBasis;
  readonly campaignIds?: string | undefined;
  readonly clientIds?: string | undefined;
  readonly offerIds?: string | undefined;
  readonly supplierIds?: string | undefined;
}

/** A report as the server answers it. */
export type Report = EndpointData<typeof adminLeadReport>;

/** One of its rows, or its totals. */
export type Row = Report['totals'] & Partial<LeadReportRow> & { readonly isTotal?: true };

/** The report of the page's address, with days of the tenant's time zone. */
export function useAsked(): Asked {
  const [address] = useAddress();
  const zone = useZone();
  const now = Date.now();
  const { campaignIds, clientIds, offerIds, supplierIds } = address;
  return {
    by: keys.find(({ value }) => value === address['by'])?.value ?? 'campaign',
    from: address['from'] ?? dayIn(zone, new Date(now - (SHOWN_DAYS - 1) * DAY_MS)),
    to: address['to'] ?? dayIn(zone, new Date(now)),
    basis: reportBases.find((basis) => basis === address['basis']) ?? 'received',
    campaignIds,
    clientIds,
    offerIds,
    supplierIds,
  };
}

/** The query of the same report by `groupBy`. */
export function queryOf({ by: _by, ...asked }: Asked, groupBy: Key) {
  return { ...asked, groupBy };
}
