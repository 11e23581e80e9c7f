/**
 * What-ifs: a lead that is typed in or chosen from the list, and the last real leads under a change that is not saved.
 */
import type { adminListCampaigns, EndpointData } from '@sluice/contracts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { useAddress } from '../../api/use-address.js';
import { SelectField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { PageHead } from '../../components/page-head.js';
import { Empty, Loaded } from '../../components/states.js';
import { OfTenant } from '../../frame/tenant.js';
import { useTenants } from '../../frame/tenants.js';
import { Questions } from './questions.js';

export default function WhatIfPage() {
  const tenants = useTenants();
  const tenantId = tenants.kind === 'chosen' ? tenants.tenant.tenantId : undefined;
  const path = pathTo`/admin/v1/tenants/${tenantId ?? ''}/campaigns`;
  const answer = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<typeof adminListCampaigns>('GET', path, { signal }),
    enabled: tenantId !== undefined,
  });
  return (
    <>
      <PageHead title="What if">
        See what Sluice would decide, and why. Nothing is saved, reserved or sent.
      </PageHead>
      <Filters label="Filters" wide>
        <CampaignField campaigns={answer.data?.campaigns ?? []} />
      </Filters>
      <OfTenant>
        {(tenant) => (
          <Loaded from={answer}>
            {({ campaigns }) => <OfCampaign tenantId={tenant.tenantId} campaigns={campaigns} />}
          </Loaded>
        )}
      </OfTenant>
    </>
  );
}

type Found = EndpointData<typeof adminListCampaigns>;

/** The campaign that the address names, else the first; no id if the tenant has no campaign of that name. */
function useChosen(campaigns: Found['campaigns']): {
  readonly wanted?: string;
  readonly campaignId?: string;
} {
  const [{ campaign: wanted = campaigns[0]?.campaignId }] = useAddress();
  if (wanted === undefined) return {};
  return campaigns.some(({ campaignId }) => campaignId === wanted)
    ? { wanted, campaignId: wanted }
    : { wanted };
}

function CampaignField({ campaigns }: Pick<Found, 'campaigns'>) {
  const [, changeAddress] = useAddress();
  const { campaignId } = useChosen(campaigns);
  if (campaigns.length === 0) return null;
  const options = campaigns.map(({ campaignId: value, name }) => ({ value, label: `${value} ${name}` }));
  return (
    <SelectField
      label="Campaign"
      value={campaignId ?? ''}
      onValue={(campaign) => changeAddress({ campaign })}
      options={campaignId === undefined ? [{ value: '', label: 'Choose a campaign' }, ...options] : options}
    />
  );
}

function OfCampaign({ tenantId, campaigns }: Pick<Found, 'campaigns'> & { readonly tenantId: string }) {
  const { wanted, campaignId } = useChosen(campaigns);
  if (campaigns.length === 0)
    return (
      <Empty title="No campaigns yet">
        <p>Create them in the tenant file or through the API.</p>
      </Empty>
    );
  if (campaignId === undefined)
    return (
      <Empty title={`This tenant has no campaign “${wanted}”`}>
        <p>Choose one above.</p>
      </Empty>
    );
  return <Questions key={campaignId} tenantId={tenantId} campaignId={campaignId} />;
}
