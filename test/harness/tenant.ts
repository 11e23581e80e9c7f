/**
 * A tenant for one test file, on an installation of its own, with a sender that calls the interface for it. The tenant
 * file is applied again whenever the test changes it, as an operator would.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LeadRecord, RecordedDecision } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import type { Received } from '@sluice/sink';
import { aLead, aTenantFile } from '@sluice/testing';
import type { Receipt } from './affiliate.js';
import {
  eventually,
  startInstallation,
  type Installation,
  type InstallationOptions,
} from './installation.js';

/** The fields of a tenant file as a test writes them; `${SINK_URL}` is the sink's address. */
export type TenantFields = Readonly<Record<string, unknown>>;

/** An answer of the interface. */
export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly string[] };
}

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

/** Starts an installation with a tenant whose file contains `fields` besides the defaults. */
export async function startTenant(
  fields: TenantFields,
  { services, apart }: Pick<InstallationOptions, 'services' | 'apart'> = {},
): Promise<TestTenant> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tenant-'));
  const path = join(folder, 'tenant.yaml');
  const usual = aTenantFile('${SINK_URL}', { tenantId: 'acme' });
  let file: TenantFields = { ...usual, ...fields };
  writeFileSync(path, JSON.stringify(file));
  const installation = await startInstallation({
    tenantFile: path,
    ...(services && { services }),
    ...(apart && { apart }),
  });
  const { url, apiKey, sink } = installation;
  const stores = installation.stores.forTenant('acme');

  // Like an affiliate, it asks again under the same key while the gateway is unavailable, for instance because the
  // machine is busy.
  const call: TestTenant['call'] = async (method, target, body) => {
    const request = {
      method,
      headers: {
        'X-API-Key': apiKey,
        'Idempotency-Key': randomUUID(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const response = await eventually('the gateway is available', async () => {
      const answered = await fetch(`${url}/api/v1${target}`, request);
      return answered.status !== 503 && answered;
    });
    const { data = {}, error } = (await response.json()) as Partial<Answer>;
    return { status: response.status, data, ...(error && { error }) };
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
    call,
    atRest,
    async campaign(given) {
      const answer = await call('POST', '/campaigns', { name: 'Test', ...ownerOf(file), ...given });
      if (answer.status !== 201) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
    },
    async submit(campaignId, given = {}) {
      const answer = await call('POST', '/leads/submit', aLead({ campaignId, ...given }));
      if (answer.status !== 202) throw new Error(`refused: ${JSON.stringify(answer.error)}`);
      const { leadId, submissionId } = answer.data as unknown as Receipt;
      return { leadId, submissionId };
    },
    fate: async (receipt, timeoutMs) => (await atRest(receipt, timeoutMs)).status,
    decisions: ({ submissionId }) => stores.journal.history(submissionId),
    received: (at) => sink.received({ path: at, limit: 1_000 }).toReversed(),
    async apply(changes) {
      file = { ...file, ...changes };
      writeFileSync(path, JSON.stringify(file));
      await installation.apply(path);
    },
    async stop() {
      await installation.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// The owner of a campaign that names none.
function ownerOf({ clients, offers }: TenantFields) {
  const [client] = clients as readonly { readonly clientId: string }[];
  const [offer] = offers as readonly { readonly offerId: string }[];
  return { clientId: client?.clientId, offerId: offer?.offerId };
}

/** A group of conditions that must all match. */
export function group(...conditions: readonly Readonly<Record<string, unknown>>[]) {
  return { logicalOperator: 'AND', subRules: [{ logicalOperator: 'AND', conditions }] };
}
