/** One campaign in plain words: what it refuses, where it sends, its caps and hours, what it earned; on and off. */
import type { adminGetCampaign, adminSwitchCampaign, CampaignView } from '@sluice/contracts';
import { useRoute } from 'preact-iso';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useLoad } from '../../api/use-load.js';
import { Button, buttonClass } from '../../components/button.js';
import { CapUse } from '../../components/cap-use.js';
import { confirm } from '../../components/dialog.js';
import { Facts, Figure, numberText } from '../../components/figure.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Sentences } from '../../components/sentences.js';
import { Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { toastGood } from '../../components/toast.js';
import { Zone } from '../../components/zone.js';
import { useNamedTenant } from '../../frame/tenants.js';
import { TryOut } from './try-out.js';
import { TakesLeads } from '../campaigns/campaigns-page.js';

export default function CampaignPage() {
  const { tenant: tenantId = '', campaignId = '' } = useRoute().params;
  const path = pathTo`/admin/v1/tenants/${tenantId}/campaigns/${campaignId}`;
  useNamedTenant(tenantId);
  const loader = useLoad((signal) => call<typeof adminGetCampaign>('GET', path, { signal }), path);
  const turn = (active: boolean) =>
    confirm({
      title: `Switch ${campaignId} ${active ? 'on' : 'off'}?`,
      what: active
        ? 'It takes leads again within seconds, and leads that are held for it are looked at again.'
        : 'It takes no more leads within seconds: rules and fallbacks decide where they go instead. What is being delivered goes on. A tenant file that says otherwise switches it on again when it is next applied.',
      does: active ? 'Switch on' : 'Switch off',
      ...(!active && { danger: true }),
      run: async () => {
        await call<typeof adminSwitchCampaign>('PATCH', path, { body: { active } });
        toastGood(`${campaignId} is ${active ? 'on' : 'off'}`);
        loader.reload();
      },
    });
  return (
    <Loaded loader={loader}>
      {(campaign) => (
        // A campaign's days and hours are those of its own zone.
        <Zone.Provider value={campaign.timezone}>
          <PageHead
            title={campaign.name}
            actions={
              <>
                <a
                  class={buttonClass({})}
                  href={`/what-if?${new URLSearchParams({ tenant: tenantId, campaign: campaignId }).toString()}`}
                >
                  What if…
                </a>
                {may('operate') && !campaign.archived && (
                  <Button danger={campaign.active} onClick={() => turn(!campaign.active)}>
                    {campaign.active ? 'Switch off' : 'Switch on'}
                  </Button>
                )}
              </>
            }
          >
            {campaign.campaignId}, of {campaign.clientName ?? campaign.clientId}
            {campaign.offerName !== undefined && ` for ${campaign.offerName}`}
          </PageHead>
          <Today campaign={campaign} />
          <div class="panels">
            <Words title="Refuses" sentences={campaign.refuses} none="It refuses no lead." />
            <Words title="Sends" sentences={campaign.sends} none="It sends leads nowhere." />
            <Caps campaign={campaign} />
            <Panel title="Hours">
              <Facts
                facts={[
                  ['Now', <TakesLeads row={campaign} />],
                  ['Zone', campaign.timezone],
                ]}
              />
              <Sentences sentences={campaign.hours} calm />
            </Panel>
          </div>
          {may('operate') && <TryOut path={path} />}
          <Days campaign={campaign} />
        </Zone.Provider>
      )}
    </Loaded>
  );
}

function Today({ campaign: { days } }: { readonly campaign: CampaignView }) {
  const today = days.at(-1) ?? { placed: 0, refused: 0, revenue: 0 };
  return (
    <div class="figures panel">
      <Figure name="Placed today">{numberText(today.placed)}</Figure>
      <Figure name="Refused today">{numberText(today.refused)}</Figure>
      <Figure name="Revenue today" note="what buyers' answers say">
        {money(today.revenue)}
      </Figure>
    </div>
  );
}

function Words({
  title,
  sentences,
  none,
}: {
  title: string;
  sentences: CampaignView['refuses'];
  none: string;
}) {
  return (
    <Panel title={title}>
      {sentences.length === 0 ? <p class="quiet">{none}</p> : <Sentences sentences={sentences} calm />}
    </Panel>
  );
}

function Caps({ campaign: { limits, caps } }: { readonly campaign: CampaignView }) {
  return (
    <Panel title="Caps">
      {caps.map((cap) => (
        <CapUse key={`${cap.of} ${cap.period}`} cap={cap} long />
      ))}
      <Sentences sentences={limits} calm />
    </Panel>
  );
}

function Days({ campaign: { days } }: { readonly campaign: CampaignView }) {
  return (
    <Panel title="The last days">
      {days.some(({ partial }) => partial) && (
        <p class="quiet">
          ≥: records of that day were deleted before it was counted, so that it was at least as much.
        </p>
      )}
      <Table
        label="Placed, refused and revenue a day"
        rows={[...days].reverse()}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Day', cell: ({ day }) => <span class="tabular">{day}</span> },
          {
            head: 'Placed',
            number: true,
            cell: ({ placed, partial }) => `${partial ? '≥ ' : ''}${numberText(placed)}`,
          },
          {
            head: 'Refused',
            number: true,
            cell: ({ refused, partial }) => `${partial ? '≥ ' : ''}${numberText(refused)}`,
          },
          {
            head: 'Revenue',
            number: true,
            cell: ({ revenue, partial }) => `${partial ? '≥ ' : ''}${money(revenue)}`,
          },
        ]}
      />
    </Panel>
  );
}

function money(amount: number): string {
  return amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}
