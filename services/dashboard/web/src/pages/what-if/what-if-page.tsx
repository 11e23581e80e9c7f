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
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useAddress } from '../../api/use-address.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { SelectField } from '../../components/field.js';
import { Filters } from '../../components/filters.js';
import { FormArea, FormText } from '../../components/form-fields.js';
import { NeedsRole } from '../../components/needs-role.js';
import { PageHead } from '../../components/page-head.js';
import { Panel } from '../../components/panel.js';
import { Sentence, Sentences } from '../../components/sentences.js';
import { showRefusal } from '../../components/show-refusal.js';
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
        <TenantField />
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
  return <Asking key={campaignId} tenantId={tenantId} campaignId={campaignId} />;
}

type Recent = EndpointData<typeof adminWhatIfRecent>;

interface AskingProps {
  readonly tenantId: string;
  readonly campaignId: string;
}

function Asking(props: AskingProps) {
  const path = pathTo`/admin/v1/tenants/${props.tenantId}/campaigns/${props.campaignId}`;
  const answer = useAnswer<typeof adminGetCampaign>(path);
  return (
    <Loaded from={answer}>
      {({ settings }) => <Questions key={pretty(settings)} {...props} saved={pretty(settings)} />}
    </Loaded>
  );
}

/** What may be asked; its fields are named as those of the request. `saved` are the campaign's rules as they are. */
function questionOn(saved: string) {
  const typed = z.object({ leadId: z.string(), lead: z.string(), refuses: z.string(), change: z.string() });
  return z.pipe(
    typed,
    z.transform(({ leadId, lead, refuses, change }, context) => {
      const read = (name: keyof z.infer<typeof typed>, text: string): unknown => {
        try {
          return JSON.parse(text);
        } catch (error) {
          const message = `This is not valid JSON: ${error instanceof Error ? error.message : ''}`;
          context.issues.push({ code: 'custom', message, path: [name], input: text });
          return undefined;
        }
      };
      return {
        which:
          leadId.trim() === ''
            ? { lead: read('lead', lead) as Record<string, unknown> }
            : { leadId: leadId.trim() },
        refuses: refuses.split(/[\s,]+/).filter((code) => code !== ''),
        change: change === saved ? undefined : (read('change', change) as CampaignChange),
      };
    }),
  );
}

type Question = z.infer<ReturnType<typeof questionOn>>;

function Questions({ tenantId, campaignId, saved }: AskingProps & { readonly saved: string }) {
  const form = useForm({
    resolver: zodResolver(questionOn(saved)),
    defaultValues: { leadId: '', lead: pretty(aLead), refuses: '', change: saved },
  });
  const changed = useWatch({ control: form.control, name: 'change' }) !== saved;
  const path = pathTo`/admin/v1/tenants/${tenantId}/what-if`;
  const onError = (error: unknown): void => showRefusal(form, error);
  const one = useMutation({
    mutationFn: ({ which, refuses, change }: Question) =>
      call<typeof adminWhatIfLead>('POST', `${path}/lead`, {
        body: { campaignId, ...which, refuses, ...(change && { change }) },
      }),
    onError,
  });
  const recent = useMutation({
    mutationFn: ({ change = {} }: Question) =>
      call<typeof adminWhatIfRecent>('POST', `${path}/recent`, {
        body: { campaignId, change, limit: RECENT },
      }),
    onError,
  });
  const { root } = form.formState.errors;
  return (
    <FormProvider {...form}>
      <div className="panels">
        <Panel title="Lead">
          {may('operate') ? (
            <FormText
              name="leadId"
              label="An existing lead"
              hint="Its id; leave it empty to use the lead below. The audit records who asked."
              placeholder="lead_…"
            />
          ) : (
            <NeedsRole what="Asking about an existing lead" role="operate" />
          )}
          <FormArea
            name="lead"
            label={may('operate') ? 'Or type a lead' : 'Type a lead'}
            hint="In the format of a submission."
            code
            rows={12}
          />
          <FormText
            name="refuses"
            label="Buyers that refuse it"
            hint="Codes of campaigns, to see who would be asked next."
            placeholder="ACMRU, BORRU"
          />
          <Button main onClick={form.handleSubmit((question) => one.mutate(question))}>
            What would happen?
          </Button>
        </Panel>
        <Panel title={changed ? 'The campaign, changed' : 'The campaign now'}>
          <FormArea name="change" label="Its rules" hint="Change a rule; nothing is saved." code rows={16} />
          <div className="row">
            {may('operate') ? (
              <Button onClick={form.handleSubmit((question) => recent.mutate(question))}>
                Try it on the last {RECENT.toLocaleString('en')} real leads
              </Button>
            ) : (
              <NeedsRole what="Trying it on real leads" role="operate" />
            )}
            {changed && (
              <Button plain onClick={() => form.resetField('change')}>
                Undo the change
              </Button>
            )}
          </div>
        </Panel>
      </div>
      {root && (
        <p className="notice bad" role="alert">
          {root.message}
        </p>
      )}
      {one.data && (
        <div className="panels" aria-live="polite">
          <Foreseen title="The campaign now" foreseen={one.data.now} />
          {one.data.changed && <Foreseen title="With the change" foreseen={one.data.changed} />}
        </div>
      )}
      {recent.data && <Difference recent={recent.data} tenantId={tenantId} />}
    </FormProvider>
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
      {plans.length > 0 && <p className="quiet">Effects it would plan: {plans.join(', ')}.</p>}
      {request && (
        <details className="call">
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
      <p className="quiet">
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
          {
            head: 'Lead',
            cell: ({ leadId }) => <Link to={pathTo`/leads/${tenantId}/${leadId}`}>{leadId}</Link>,
          },
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
