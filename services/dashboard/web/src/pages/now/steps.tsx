/** The steps to a first lead that are the person's, each with its button, and ticked from what is there. */
import type {
  adminCreateApiKey,
  adminListApiKeys,
  adminListCampaigns,
  adminListClients,
  adminListLeads,
  adminListOffers,
} from '@sluice/contracts';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/queries.js';
import { addressOf, pathTo } from '../../api/request.js';
import { may, operator } from '../../api/session.js';
import { Badge, StatusBadge } from '../../components/badge.js';
import { buttonClass } from '../../components/button.js';
import { Copied } from '../../components/copy.js';
import { NewItem } from '../../components/new-item.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { AddTenant } from '../../frame/add-tenant.js';
import type { TenantSummary } from '../../frame/tenants.js';
import { GenerateKey } from '../settings/generate-key.js';

const LOOKS_EVERY_MS = 3_000;

/** Statuses of a lead that is still on its way. */
const underWay: ReadonlySet<string> = new Set(['new', 'pending', 'processing', 'qualified', 'queued']);

interface Step {
  readonly name: string;
  readonly what: string;
  readonly done: boolean;
  /** What one does next; a step that is done may show what came of it. */
  readonly next?: ReactNode;
  /** It is shown after the step is done, too. */
  readonly stays?: true;
}

export default function Steps({ of }: { readonly of?: OfTenantProps }) {
  return of ? (
    <OfTenant {...of} />
  ) : (
    <Panel title="First steps" actions={<AddTenant />}>
      <p className="quiet">
        Begin with a tenant: the company whose clients, campaigns and leads are kept apart from all others.
      </p>
      <List steps={stepsOf({})} />
    </Panel>
  );
}

interface OfTenantProps {
  readonly tenant: TenantSummary;
  /** The query for its first leads. */
  readonly firstLeads: { readonly limit: number };
}

function OfTenant({ tenant: { tenantId, name }, firstLeads }: OfTenantProps) {
  const path = pathTo`/admin/v1/tenants/${tenantId}`;
  const often = { everyMs: LOOKS_EVERY_MS };
  const clients = useAnswer<typeof adminListClients>(`${path}/clients`, often).data?.clients;
  const offers = useAnswer<typeof adminListOffers>(`${path}/offers`, often).data?.offers;
  const campaigns = useAnswer<typeof adminListCampaigns>(`${path}/campaigns`, often).data?.campaigns;
  const ofKeys = { ...often, isTheirs: may('adminListApiKeys', tenantId) };
  const keys = useAnswer<typeof adminListApiKeys>(`${path}/keys`, ofKeys).data?.keys;
  const leads = useAnswer<typeof adminListLeads>(`${path}/leads`, { query: firstLeads, ...often }).data
    ?.leads;
  // Only until the page is left: nothing keeps a key.
  const [key, setKey] = useState<string>();
  const generate = (
    <GenerateKey
      title="Generate API key"
      what={`Programs that send this key as X-API-Key can submit and read the leads of ${name}.`}
      make={async ({ name: keyName, expiresAt }) => {
        const body = { name: keyName, expiresAt };
        const made = await call<typeof adminCreateApiKey>('POST', `${path}/keys`, { body });
        setKey(made.key);
        return made;
      }}
    />
  );
  return (
    <Panel title={`First steps of ${name}`}>
      <List
        steps={stepsOf({
          tenantId,
          hasClient: clients?.some(({ archivedAt }) => archivedAt === undefined),
          hasOffer: offers && offers.length > 0,
          campaignId: campaigns?.find(
            ({ active, archived, clientArchived }) => active && !archived && !clientArchived,
          )?.campaignId,
          hasKey: keys?.some(({ state }) => state === 'works'),
          generate,
          apiKey: key,
          lead: leads?.at(-1),
        })}
      />
    </Panel>
  );
}

interface Facts {
  readonly tenantId?: string;
  readonly hasClient?: boolean | undefined;
  readonly hasOffer?: boolean | undefined;
  /** A campaign that takes leads. */
  readonly campaignId?: string | undefined;
  readonly hasKey?: boolean | undefined;
  readonly generate?: ReactNode;
  readonly apiKey?: string | undefined;
  readonly lead?: { readonly leadId: string; readonly status: string } | undefined;
}

function stepsOf({
  tenantId,
  hasClient = false,
  hasOffer = false,
  campaignId,
  hasKey = false,
  generate,
  apiKey,
  lead,
}: Facts): readonly Step[] {
  const administers = may('adminCreateApiKey');
  const seesKeys = may('adminListApiKeys');
  const make = (section: string, one: string) =>
    tenantId !== undefined &&
    (may('adminSaveItem', tenantId) ? (
      <span className="row">
        <NewItem section={section} one={one} />
        {administers && (
          <Link to={addressOf('/settings/file', { tenant: tenantId })}>Or by a tenant file</Link>
        )}
      </span>
    ) : (
      <NeedsRole what="Making one" role="administer" />
    ));
  const key: Step = {
    name: 'An API key',
    what: 'With which a landing page or another program submits leads.',
    done: hasKey,
    // The key that was generated is shown there.
    stays: true,
    next:
      tenantId !== undefined &&
      (administers ? generate : <NeedsRole what="Generating a key" role="administer" />),
  };
  return [
    {
      name: 'A client',
      what: 'Who takes the leads, and where they are sent.',
      done: hasClient,
      next: make('clients', 'client'),
    },
    { name: 'An offer', what: 'What the leads are about.', done: hasOffer, next: make('offers', 'offer') },
    {
      name: 'A campaign',
      what: 'What leads are submitted to: its client, its offer, its rules.',
      done: campaignId !== undefined,
      next: hasClient && hasOffer && make('campaigns', 'campaign'),
    },
    ...(seesKeys ? [key] : []),
    {
      name: 'A first lead',
      what: `Run this in a terminal${seesKeys ? '' : ' with a key from an owner'}, or submit one from your own page.`,
      done: lead !== undefined,
      next: campaignId !== undefined && <Copied text={curlOf(campaignId, apiKey)} what="command" />,
    },
    {
      name: 'What became of it',
      what: 'Every decision about the lead, and why.',
      done: lead !== undefined && !underWay.has(lead.status),
      stays: true,
      next: lead && (
        <span className="row">
          <StatusBadge status={lead.status} />
          <Link className={buttonClass({})} to={pathTo`/leads/${tenantId ?? ''}/${lead.leadId}`}>
            Open the lead
          </Link>
        </span>
      ),
    },
  ];
}

function List({ steps }: { readonly steps: readonly Step[] }) {
  const open = steps.findIndex(({ done }) => !done);
  return (
    <ol className="steps">
      {steps.map(({ name, what, done, next, stays }, index) => (
        <li key={name}>
          <strong>{name}</strong> {done && <Badge tone="good">done</Badge>}
          <p className="quiet">{what}</p>
          {(index === open || stays) && next}
        </li>
      ))}
    </ol>
  );
}

/** The command that submits a lead; a key that was generated here is in it. */
function curlOf(campaignId: string, apiKey = 'YOUR_API_KEY'): string {
  const body = {
    campaignId,
    firstName: 'Ada',
    lastName: 'Meyer',
    email: 'ada.meyer@example.com',
    phone: '+14155550123',
  };
  const url = `${operator()?.gatewayUrl ?? 'https://YOUR_GATEWAY'}/api/v1/leads/submit`;
  // A quote within quotes, as a shell reads it.
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const headers = [`X-API-Key: ${apiKey}`, 'Content-Type: application/json'];
  return `curl -X POST ${url} ${headers.map((header) => `-H ${quoted(header)}`).join(' ')} -d ${quoted(JSON.stringify(body))}`;
}
