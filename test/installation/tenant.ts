/**
 * A tenant for one test file, on an installation of its own, with a sender that calls the interface for it. The tenant
 * file is applied again whenever the test changes it, as an operator would.
 */
import { randomUUID } from 'node:crypto';
import type { LeadRecord, RecordedDecision } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import type { Received } from '@sluice/sink';
import { aLead, aTenantFile, eventually } from '@sluice/testing';
import { call, receiptIn, type Answer, type Receipt } from './affiliate.js';
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
  type TenantFields,
} from './installation.js';

/** A running tenant. */
export interface TestTenant {
  readonly installation: Installation;
  readonly stores: TenantStores;
  /** Calls the interface with the tenant's key, again while the gateway is unavailable. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Creates a campaign over HTTP; fails unless it was created. */
  campaign(fields: Readonly<Record<string, unknown>>): Promise<void>;
  /** Submits a lead with a new person; fails unless it is accepted. */
  submit(campaignId: string, fields?: Readonly<Record<string, unknown>>): Promise<Receipt>;
  /** The lead after it has ended. */
  atRest(receipt: Receipt, timeoutMs?: number): Promise<LeadRecord>;
  /** The lead's status after it has ended. */
  fate(receipt: Receipt, timeoutMs?: number): Promise<string>;
  /** Every decision about the lead's latest submission, in order. */
  decisions(receipt: Receipt): Promise<readonly RecordedDecision[]>;
  /** The requests that the sink received at `path`, oldest first. */
  received(path: string): readonly Received[];
  /** Applies the tenant file with these fields replaced. */
  apply(fields: TenantFields): Promise<void>;
  stop(): Promise<void>;
}

/** For tests that do not care who buys: one client, whose leads go to the sink at `/buyers/vine`, and one offer. */
const oneBuyer = {
  clients: [
    {
      clientId: 'cli_v',
      name: 'Vine',
      abbrev: 'VIN',
      settings: { defaultPostingUrl: '${SINK_URL}/buyers/vine' },
    },
  ],
  offers: [{ offerId: 'off_v', name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
  campaigns: [],
};

/** Starts an installation with a tenant whose file contains `fields` besides the defaults. */
export async function startTenant(
  fields: TenantFields,
  options: Pick<InstallationOptions, 'services' | 'apart' | 'env' | 'nodeArguments'> = {},
): Promise<TestTenant> {
  let file: TenantFields = { ...aTenantFile('${SINK_URL}', { tenantId: 'acme' }), ...oneBuyer, ...fields };
  const installation = await startInstallation({ ...options, tenant: withOwners(file) });
  const stores = installation.stores.forTenant('acme');

  // Like an affiliate, it asks again under the same key while the gateway is unavailable, for instance because the
  // machine is busy.
  const callUntilAnswered: TestTenant['call'] = (method, path, body) => {
    const key = { 'Idempotency-Key': randomUUID() };
    return eventually('the gateway is available', async () => {
      const answer = await call(installation, method, path, body, key);
      return answer.status !== 503 && answer;
    });
  };
  const atRest: TestTenant['atRest'] = ({ leadId, submissionId }, timeoutMs) =>
    eventually(
      `lead ${leadId} has come to rest`,
      async () => {
        const lead = await stores.leads.find(leadId);
        const rests = lead?.lastSubmissionId === submissionId && lead.status !== 'pending';
        return rests ? lead : undefined;
      },
      timeoutMs,
    );

  return {
    installation,
    stores,
    call: callUntilAnswered,
    atRest,
    async campaign(given) {
      const answer = await callUntilAnswered('POST', '/campaigns', { ...ownerOf(file), ...given });
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
    },
    async submit(campaignId, given = {}) {
      return receiptIn(await callUntilAnswered('POST', '/leads/submit', aLead({ campaignId, ...given })));
    },
    fate: async (receipt, timeoutMs) => (await atRest(receipt, timeoutMs)).status,
    decisions: ({ submissionId }) => stores.journal.history(submissionId),
    received: (at) => installation.sink.received({ path: at, limit: 1_000 }).toReversed(),
    async apply(changes) {
      file = { ...file, ...changes };
      await installation.apply(withOwners(file));
    },
    stop: () => installation.stop(),
  };
}

/** The file in which campaigns that name no owner belong to its first client and offer. */
function withOwners(file: TenantFields): TenantFields {
  const campaigns = file['campaigns'] as readonly Readonly<Record<string, unknown>>[];
  return { ...file, campaigns: campaigns.map((campaign) => ({ ...ownerOf(file), ...campaign })) };
}

function ownerOf({ clients, offers }: TenantFields) {
  const [client] = clients as readonly { readonly clientId: string }[];
  const [offer] = offers as readonly { readonly offerId: string }[];
  return { name: 'Test', clientId: client?.clientId, offerId: offer?.offerId };
}

/** A group of conditions that must all match. */
export function group(...conditions: readonly Readonly<Record<string, unknown>>[]) {
  return { logicalOperator: 'AND', subRules: [{ logicalOperator: 'AND', conditions }] };
}
