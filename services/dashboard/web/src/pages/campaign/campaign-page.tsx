/** One campaign in plain words: its rules, destination, caps, hours and revenue; switched and archived here. */
import { moneyText } from '@sluice/contracts/words';
import type { adminGetCampaign, adminSwitchCampaign, CampaignView } from '@sluice/contracts';
import { Link, useParams } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { archiveItem } from '../../components/archive-item.js';
import { Button, buttonClass } from '../../components/button.js';
import { CapUse, capKey } from '../../components/cap-use.js';
import { confirm } from '../../components/confirm.js';
import { Facts, Figure, numberText } from '../../components/figure.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Sentences } from '../../components/sentences.js';
import { Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { toastGood } from '../../components/toast.js';
import { Zone } from '../../components/zone.js';
import { TryOut } from './try-out.js';
import { TakesLeads } from '../campaigns/campaigns-page.js';

export default function CampaignPage() {
  const { tenant: tenantId = '', campaignId = '' } = useParams();
  const path = pathTo`/admin/v1/tenants/${tenantId}/campaigns/${campaignId}`;
  const answer = useAnswer<typeof adminGetCampaign>(path);
  const turn = (active: boolean) =>
    confirm({
      title: `Switch ${campaignId} ${active ? 'on' : 'off'}?`,
      what: active
        ? 'Within seconds it takes leads again, and its held leads are reconsidered.'
        : 'Within seconds it takes no more leads; rules and fallbacks decide where they go instead. Deliveries in progress continue. Applying a tenant file that says otherwise switches it back on.',
      does: active ? 'Switch on' : 'Switch off',
      danger: !active ? true : undefined,
      run: async () => {
        await call<typeof adminSwitchCampaign>('PATCH', path, { body: { active } });
        toastGood(`${campaignId} is ${active ? 'on' : 'off'}`);
      },
    });
  const archive = (isArchived: boolean) =>
    archiveItem({
      ...{ tenantId, section: 'campaigns', id: campaignId, name: campaignId, isArchived },
      what: isArchived
        ? 'Within seconds it takes leads again if it is switched on, and its held leads are reconsidered.'
        : 'Within seconds it takes no more leads; rules and fallbacks decide where they go instead. It stays in every list and keeps its history.',
    });
  return (
    <Loaded from={answer}>
      {(campaign) => (
        // A campaign's days and hours are in its own time zone.
        <Zone value={campaign.timezone}>
          <PageHead
            title={campaign.name}
            actions={
              <>
                <Link
                  className={buttonClass({})}
                  to={`/what-if?${new URLSearchParams({ tenant: tenantId, campaign: campaignId }).toString()}`}
                >
                  What if…
                </Link>
                {may('adminGetItem', tenantId) && (
                  <Link className={buttonClass({})} to={pathTo`/items/${tenantId}/campaigns/${campaignId}`}>
                    {may('adminSaveItem', tenantId) ? 'Edit' : 'All its fields'}
                  </Link>
                )}
                {may('adminSwitchCampaign') && !campaign.archived && (
                  <Button danger={campaign.active} onClick={() => turn(!campaign.active)}>
                    {campaign.active ? 'Switch off' : 'Switch on'}
                  </Button>
                )}
                {may('adminArchiveItem') && (
                  <Button danger={!campaign.archived} onClick={() => archive(campaign.archived)}>
                    {campaign.archived ? 'Take out of the archive' : 'Archive'}
                  </Button>
                )}
              </>
            }
          >
            {campaign.campaignId}, of {campaign.clientName ?? campaign.clientId}
            {campaign.offerName !== undefined && ` for ${campaign.offerName}`}
          </PageHead>
          <Today campaign={campaign} />
          <div className="panels">
            <Words title="Refuses" sentences={campaign.refuses} none="It refuses no leads." />
            <Words title="Sends" sentences={campaign.sends} none="It sends leads nowhere." />
            <FedBy campaign={campaign} tenantId={tenantId} />
            <Caps campaign={campaign} />
            <Words title="Price" sentences={campaign.price} />
            <Words title="Returns" sentences={campaign.returnTerms} />
            <Panel title="Hours">
              <Facts
                facts={[
                  ['Now', <TakesLeads row={campaign} />],
                  ['Time zone', campaign.timezone],
                ]}
              />
              <Sentences sentences={campaign.hours} calm />
            </Panel>
          </div>
          {may('adminTestDelivery') && <TryOut path={path} />}
          <Days campaign={campaign} />
        </Zone>
      )}
    </Loaded>
  );
}

function Today({ campaign: { days } }: { readonly campaign: CampaignView }) {
  const today = days.at(-1);
  if (!today) return null;
  return (
    <div className="panels">
      <Panel title="Sent to it today">
        <div className="figures">
          <Figure name="Came in">{numberText(today.received)}</Figure>
          <Figure name="Sold">{numberText(today.sold)}</Figure>
          <Figure name="Earned">
            <Revenue money={today.earned} />
          </Figure>
        </div>
      </Panel>
      <Panel title="Bought by it today">
        <div className="figures">
          <Figure name="Leads">{numberText(today.placed)}</Figure>
          <Figure name="For">
            <Revenue money={today.money} />
          </Figure>
        </div>
      </Panel>
    </div>
  );
}

interface FedByProps {
  readonly campaign: CampaignView;
  readonly tenantId: string;
}

function FedBy({ campaign: { feeds }, tenantId }: FedByProps) {
  return (
    <Panel title="Fed by">
      {feeds.length === 0 && <p className="quiet">No other campaign sends it leads.</p>}
      {feeds.map(({ campaignId, name, active, how }) => (
        <div key={campaignId}>
          <Link to={pathTo`/campaigns/${tenantId}/${campaignId}`}>{campaignId}</Link>{' '}
          <span className="quiet">
            {name}
            {!active && ', off'}
          </span>
          <Sentences sentences={how} calm />
        </div>
      ))}
    </Panel>
  );
}

interface WordsProps {
  readonly title: string;
  readonly sentences: CampaignView['refuses'];
  /** Instead of no sentence. */
  readonly none?: string;
}

function Words({ title, sentences, none }: WordsProps) {
  return (
    <Panel title={title}>
      {sentences.length === 0 ? <p className="quiet">{none}</p> : <Sentences sentences={sentences} calm />}
    </Panel>
  );
}

function Caps({ campaign: { limits, caps } }: { readonly campaign: CampaignView }) {
  return (
    <Panel title="Caps">
      {caps.map((cap) => (
        <CapUse key={capKey(cap)} cap={cap} long />
      ))}
      <Sentences sentences={limits} calm />
    </Panel>
  );
}

function Days({ campaign: { days } }: { readonly campaign: CampaignView }) {
  return (
    <Panel title="Recent days">
      <Table
        label="What came in, was refused, sold and bought per day"
        rows={[...days].reverse()}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Day', cell: ({ day }) => <span className="tabular">{day}</span> },
          { head: 'Came in', number: true, cell: ({ received }) => numberText(received) },
          { head: 'Refused', number: true, cell: ({ refused }) => numberText(refused) },
          { head: 'Sold', number: true, cell: ({ sold }) => numberText(sold) },
          { head: 'Earned', number: true, cell: ({ earned }) => <Revenue money={earned} /> },
          { head: 'Bought', number: true, cell: ({ placed }) => numberText(placed) },
          { head: 'Bought for', number: true, cell: ({ money }) => <Revenue money={money} /> },
        ]}
      />
    </Panel>
  );
}

function Revenue({ money }: { readonly money: CampaignView['days'][number]['money'] }) {
  if (money.length === 0) return <>–</>;
  return (
    <>
      {money.map(({ currency, revenue }) => (
        <div key={currency} className="nowrap">
          {moneyText(revenue, currency)}
        </div>
      ))}
    </>
  );
}
