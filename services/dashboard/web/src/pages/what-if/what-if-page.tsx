/**
 * What-ifs about a campaign as it is: a made-up lead, an existing one, and the last real ones. What is not saved is tried
 * beside its form.
 */
import type { adminGetCampaign, adminListCampaigns } from '@sluice/contracts';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { Filters } from '../../components/filters.js';
import { NoneYet } from '../../components/none-yet.js';
import { PageHead } from '../../components/page-head.js';
import { Loaded } from '../../components/states.js';
import { TryPanel } from '../../components/try/try-panel.js';
import { PickFilter } from '../../frame/picks.js';
import { OfTenant } from '../../frame/tenant.js';

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
  if (campaign !== undefined) return <Of key={campaign} tenantId={tenantId} campaignId={campaign} />;
  return <OfFirst tenantId={tenantId} />;
}

/** The campaign, if there is one of this code. */
function Of({ tenantId, campaignId }: { readonly tenantId: string; readonly campaignId: string }) {
  const answer = useAnswer<typeof adminGetCampaign>(
    pathTo`/admin/v1/tenants/${tenantId}/campaigns/${campaignId}`,
  );
  return (
    <Loaded from={answer}>
      {() => <TryPanel tenantId={tenantId} campaignId={campaignId} items={nothing} />}
    </Loaded>
  );
}

const nothing = () => [];

function OfFirst({ tenantId }: { readonly tenantId: string }) {
  const answer = useAnswer<typeof adminListCampaigns>(pathTo`/admin/v1/tenants/${tenantId}/campaigns`, {
    query: { limit: 1 },
  });
  return (
    <Loaded from={answer}>
      {({ campaigns: [first] }) =>
        first ? (
          <TryPanel
            key={first.campaignId}
            tenantId={tenantId}
            campaignId={first.campaignId}
            items={nothing}
          />
        ) : (
          <NoneYet what="campaigns" section="campaigns" />
        )
      }
    </Loaded>
  );
}
