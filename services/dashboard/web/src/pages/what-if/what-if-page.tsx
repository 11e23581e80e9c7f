/**
 * What-ifs: a lead that is typed in or chosen from the list, and the last real leads under a change that is not saved.
 */
import type {
  adminGetCampaign,
  adminListCampaigns,
  adminWhatIfLead,
  adminWhatIfRecent,
  CampaignChange,
  EndpointData,
  ForeseenView,
} from '@sluice/contracts';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { asProblem, type Problem } from '../../api/problem.js';
import { useLoad, dataOf } from '../../api/use-load.js';
import { may } from '../../api/session.js';
import { useQuery } from '../../api/use-query.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { SelectField, TextArea, TextField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Sentence, Sentences } from '../../components/sentences.js';
import { Empty, Loaded } from '../../components/states.js';
import { Table } from '../../components/table.js';
import { OfTenant, TenantField } from '../../frame/tenant.js';
import { useTenants } from '../../frame/tenants.js';

/** How many real leads are tried. */
const RECENT = 1_000;

const aLead = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  phone: '+16505551212',
  address: { state: 'CA' },
  questionnaire: {},
};

export default function WhatIfPage() {
  const tenants = useTenants();
  const tenantId = tenants.kind === 'chosen' ? tenants.tenant.tenantId : undefined;
  const loader = useLoad(
    async (signal): Promise<Found> =>
      tenantId === undefined
        ? { campaigns: [] }
        : call<typeof adminListCampaigns>('GET', pathTo`/admin/v1/tenants/${tenantId}/campaigns`, { signal }),
    tenantId,
  );
  return (
    <>
      <PageHead title="What if">
        See what Sluice would decide, and why. Nothing is saved, reserved or sent.
      </PageHead>
      <Filters label="Filters" wide>
        <TenantField />
        <CampaignField campaigns={dataOf(loader.load)?.campaigns ?? []} />
      </Filters>
      <OfTenant>
        {(tenant) => (
          <Loaded loader={loader}>
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
  const [{ campaign: wanted = campaigns[0]?.campaignId }] = useQuery();
  if (wanted === undefined) return {};
  return campaigns.some(({ campaignId }) => campaignId === wanted)
    ? { wanted, campaignId: wanted }
    : { wanted };
}

function CampaignField({ campaigns }: Pick<Found, 'campaigns'>) {
  const [, changeQuery] = useQuery();
  const { campaignId } = useChosen(campaigns);
  if (campaigns.length === 0) return null;
  const options = campaigns.map(({ campaignId: value, name }) => ({ value, label: `${value} ${name}` }));
  return (
    <SelectField
      label="Campaign"
      value={campaignId ?? ''}
      onValue={(campaign) => changeQuery({ campaign })}
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
  return <Asking key={campaignId} tenantId={tenantId} campaignId={campaignId} />;
}

type Recent = EndpointData<typeof adminWhatIfRecent>;
type One = EndpointData<typeof adminWhatIfLead>;

function Asking({ tenantId, campaignId }: { readonly tenantId: string; readonly campaignId: string }) {
  const current = useLoad((signal) =>
    call<typeof adminGetCampaign>('GET', pathTo`/admin/v1/tenants/${tenantId}/campaigns/${campaignId}`, {
      signal,
    }),
  );
  const saved = dataOf(current.load)?.settings;
  const before = saved === undefined ? '' : pretty(saved);
  const [settings, setSettings] = useState('');
  useEffect(() => setSettings(before), [before]);
  const [lead, setLead] = useState(pretty(aLead));
  const [leadId, setLeadId] = useState('');
  const [refusing, setRefusing] = useState('');
  const [problem, setProblem] = useState<Problem>();
  const [one, setOne] = useState<One>();
  const [recent, setRecent] = useState<Recent>();

  const attempt = (run: () => Promise<void>) => async (): Promise<void> => {
    setProblem(undefined);
    try {
      await run();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  const changed = settings !== before;
  const askOne = attempt(async () => {
    const change = changed ? (read(settings, 'The changed campaign') as CampaignChange) : undefined;
    const which =
      leadId.trim() === ''
        ? { lead: read(lead, 'The lead') as Record<string, unknown> }
        : { leadId: leadId.trim() };
    const refuses = refusing.split(/[\s,]+/).filter((code) => code !== '');
    const body = { campaignId, ...which, refuses, ...(change && { change }) };
    setOne(
      await call<typeof adminWhatIfLead>('POST', pathTo`/admin/v1/tenants/${tenantId}/what-if/lead`, {
        body,
      }),
    );
  });
  const askRecent = attempt(async () => {
    const change = changed ? (read(settings, 'The changed campaign') as CampaignChange) : {};
    const body = { campaignId, change, limit: RECENT };
    setRecent(
      await call<typeof adminWhatIfRecent>('POST', pathTo`/admin/v1/tenants/${tenantId}/what-if/recent`, {
        body,
      }),
    );
  });

  return (
    <>
      <div class="panels">
        <Panel title="Lead">
          {may('operate') ? (
            <TextField
              label="An existing lead"
              hint="Its id; leave it empty to use the lead below. The audit records who asked."
              placeholder="lead_…"
              value={leadId}
              onValue={setLeadId}
            />
          ) : (
            <NeedsRole what="Asking about an existing lead" role="operate" />
          )}
          <TextArea
            label={may('operate') ? 'Or type a lead' : 'Type a lead'}
            hint="In the format of a submission."
            code
            rows={12}
            value={lead}
            onValue={setLead}
          />
          <TextField
            label="Buyers that refuse it"
            hint="Codes of campaigns, to see who would be asked next."
            placeholder="ACMRU, BORRU"
            value={refusing}
            onValue={setRefusing}
          />
          <Button main onClick={askOne}>
            What would happen?
          </Button>
        </Panel>
        <Panel title={changed ? 'The campaign, changed' : 'The campaign now'}>
          <TextArea
            label="Its rules"
            hint="Change a rule; nothing is saved."
            code
            rows={16}
            value={settings}
            onValue={setSettings}
          />
          <div class="row">
            {may('operate') ? (
              <Button onClick={askRecent}>Try it on the last {RECENT.toLocaleString('en')} real leads</Button>
            ) : (
              <NeedsRole what="Trying it on real leads" role="operate" />
            )}
            {changed && (
              <Button plain onClick={() => setSettings(before)}>
                Undo the change
              </Button>
            )}
          </div>
        </Panel>
      </div>
      {problem && (
        <p class="notice bad" role="alert">
          {[problem.message, ...problem.details].join(' · ')}
        </p>
      )}
      {one && (
        <div class="panels" aria-live="polite">
          <Foreseen title="The campaign now" foreseen={one.now} />
          {one.changed && <Foreseen title="With the change" foreseen={one.changed} />}
        </div>
      )}
      {recent && <Difference recent={recent} tenantId={tenantId} />}
    </>
  );
}

const badgeTones: Readonly<Record<ForeseenView['tone'], Tone>> = {
  good: 'good',
  bad: 'bad',
  warn: 'warn',
  quiet: 'neutral',
};

function Foreseen({
  title,
  foreseen: { label, tone, decisions, plans, request },
}: {
  title: string;
  foreseen: ForeseenView;
}) {
  return (
    <Panel title={title} actions={<Badge tone={badgeTones[tone]}>{label}</Badge>}>
      <Sentences sentences={decisions} open={2} />
      {plans.length > 0 && <p class="quiet">Effects it would plan: {plans.join(', ')}.</p>}
      {request && (
        <details class="call">
          <summary>Request to the buyer</summary>
          <pre tabIndex={0}>{[`${request.method} ${request.url}`, '', request.body].join('\n')}</pre>
        </details>
      )}
    </Panel>
  );
}

type Offer = Pick<Recent['offered']['now'], 'leads' | 'unpriced' | 'money'>;

function offerWords({ leads, unpriced, money }: Offer): string {
  const earned = money.map(({ currency, amount }) => `${amount} ${currency}`).join(' and ');
  const sold = earned === '' ? `${leads} sold` : `${leads} sold for ${earned}`;
  return unpriced > 0 && earned !== '' ? `${sold}, ${unpriced} of them without a price` : sold;
}

const buyerKey = ({ campaignId, group = '' }: Recent['offered']['now']['buyers'][number]) =>
  `${group} ${campaignId}`;

/** What each buyer would be offered, now and with the change. */
function Offers({ now, changed }: Recent['offered']) {
  const keys = [...new Set([...now.buyers, ...changed.buyers].map(buyerKey))];
  const rows = keys.map((key) => ({
    key,
    was: now.buyers.find((buyer) => buyerKey(buyer) === key),
    is: changed.buyers.find((buyer) => buyerKey(buyer) === key),
  }));
  return (
    <Table
      label="What each buyer would be offered"
      rows={rows}
      keyOf={({ key }) => key}
      empty={<Empty title="Nothing would be sold" />}
      columns={[
        { head: 'Group', cell: ({ was, is }) => (was ?? is)?.group ?? '' },
        { head: 'Buyer', cell: ({ was, is }) => (was ?? is)?.campaignId ?? '' },
        { head: 'Now', cell: ({ was }) => (was ? offerWords(was) : '') },
        { head: 'With the change', cell: ({ is }) => (is ? offerWords(is) : '') },
      ]}
    />
  );
}

function Difference({
  recent: { looked, differ, offered, groups, leads },
  tenantId,
}: {
  recent: Recent;
  tenantId: string;
}) {
  return (
    <Panel title={`${differ} of the last ${looked} real leads would end differently`}>
      <p class="quiet">
        Each lead was decided twice, at the time it arrived and with room under every cap. Changed dedupe
        settings are not considered: a duplicate stays a duplicate.
      </p>
      <p>
        If every buyer took what it is offered: {offerWords(offered.now)} now, and{' '}
        {offerWords(offered.changed)} with the change.
      </p>
      <Offers {...offered} />
      {groups.length > 0 && (
        <ul>
          {groups.map(({ from, to, count }) => (
            <li key={`${from} ${to}`}>
              {count}: {from} → {to}
            </li>
          ))}
        </ul>
      )}
      <Table
        label="Leads that would end differently"
        rows={leads}
        keyOf={({ leadId }) => leadId}
        empty={<Empty title="No lead would end differently" />}
        columns={[
          { head: 'Lead', cell: ({ leadId }) => <a href={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</a> },
          { head: 'Now', cell: ({ from }) => from.label },
          { head: 'With the change', cell: ({ to }) => to.label },
          { head: 'Reason', cell: ({ because }) => <Sentence sentence={because} open={0} /> },
        ]}
      />
    </Panel>
  );
}

function pretty(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}

function read(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${what} is not valid JSON: ${asProblem(error).message}`);
  }
}
