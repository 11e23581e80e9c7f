/** What the page's address asks for: by default the last seven days, by campaign. */
import type { adminLeadReport, EndpointData } from '@sluice/contracts';
import { useQuery } from '../../api/use-query.js';
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
] as const;
export type Key = (typeof keys)[number]['value'];

/** What the page's address asks for. */
export interface Asked {
  readonly by: Key;
  readonly from: string;
  readonly to: string;
  readonly basis: string;
  readonly campaignIds?: string | undefined;
  readonly clientIds?: string | undefined;
  readonly offerIds?: string | undefined;
}

/** A report as the server answers it. */
export type Report = EndpointData<typeof adminLeadReport>;

/** The report of the page's address, with days of the tenant's time zone. */
export function useAsked(): Asked {
  const [query] = useQuery();
  const zone = useZone();
  const now = Date.now();
  const { campaignIds, clientIds, offerIds } = query;
  return {
    by: keys.find(({ value }) => value === query['by'])?.value ?? 'campaign',
    from: query['from'] ?? dayIn(zone, new Date(now - (SHOWN_DAYS - 1) * DAY_MS)),
    to: query['to'] ?? dayIn(zone, new Date(now)),
    basis: query['basis'] === 'occurred' ? 'occurred' : 'received',
    campaignIds,
    clientIds,
    offerIds,
  };
}

/** The query of the same report by `groupBy`. */
export function queryOf({ by: _by, ...asked }: Asked, groupBy: Key) {
  return { ...asked, groupBy };
}
