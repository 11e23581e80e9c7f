/**
 * What-ifs: a lead that is typed in or chosen from the list, and the last real leads under a change that is not saved.
 */
import type { adminListCampaigns } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { Filters } from '../../components/filters.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Loaded } from '../../components/states.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';
import { Questions } from './questions.js';

export default function WhatIfPage() {
  return (
    <>
      <PageHead title="What if">
        See what Sluice would decide, and why. Nothing is saved, reserved or sent.
      </PageHead>
      <Filters label="Filters" wide>
        <PickFilter of="campaigns" name="campaign" label="Campaign" none="The first campaign" />
      </Filters>
      <OfTenant>{({ tenantId }) => <OfCampaign tenantId={tenantId} />}</OfTenant>
    </>
  );
}

/** The campaign that the address names, else the first. */
function OfCampaign({ tenantId }: { readonly tenantId: string }) {
  const [{ campaign }] = useAddress();
  if (campaign !== undefined) return <Questions key={campaign} tenantId={tenantId} campaignId={campaign} />;
  return <OfFirst tenantId={tenantId} />;
}

function OfFirst({ tenantId }: { readonly tenantId: string }) {
  const answer = useAnswer<typeof adminListCampaigns>(pathTo`/admin/v1/tenants/${tenantId}/campaigns`, {
    query: { limit: 1 },
  });
  return (
    <Loaded from={answer}>
      {({ campaigns: [first] }) =>
        first ? (
          <Questions key={first.campaignId} tenantId={tenantId} campaignId={first.campaignId} />
        ) : (
          <NoneYet what="campaigns" />
        )
      }
    </Loaded>
  );
}
