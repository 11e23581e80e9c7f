/** Offers the return of a sale where its campaign takes it back, or says why it does not. */
import { dayText } from '@sluice/contracts/words';
import type { adminGetCampaign, ShownLedgerEntry } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { Button } from '../../components/button.js';
import { dayIn, daysAfter } from '../../components/day-in-zone.js';
import { requestReturn } from './request-return.js';

interface AskForReturnProps {
  readonly tenantId: string;
  readonly sale: ShownLedgerEntry;
}

export function AskForReturn({ tenantId, sale }: AskForReturnProps) {
  const { leadId, occurredAt, placedCampaignId = '' } = sale;
  const path = pathTo`/admin/v1/tenants/${tenantId}/campaigns/${placedCampaignId}`;
  const { data: campaign } = useAnswer<typeof adminGetCampaign>(path);
  if (!campaign) return null;
  const { returns: terms, timezone } = campaign;
  if (!terms) return <span className="quiet">{placedCampaignId} takes no leads back.</span>;
  const lastDay = daysAfter(dayIn(timezone, new Date(occurredAt)), terms.windowDays);
  if (dayIn(timezone, new Date()) > lastDay)
    return <span className="quiet">It could be returned until {dayText(lastDay)}.</span>;
  return (
    <>
      <span className="quiet">Can be returned until {dayText(lastDay)}</span>
      <Button small onClick={() => requestReturn(tenantId, { leadId, placedCampaignId }, terms)}>
        Request a return
      </Button>
    </>
  );
}
