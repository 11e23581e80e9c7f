/**
 * A gateway in process on real stores, with two isolated tenants, and a client that validates every answer against the
 * schema of its route.
 */
import {
  endpoints,
  failureEnvelopeSchema,
  messageEnvelopeSchema,
  strictestSettings,
  type Campaign,
  type Client,
  type EndpointData,
  type Offer,
  type ReadSettings,
  type Tenant,
} from '@sluice/contracts';
import { createIntake } from '@sluice/pipeline';
import type { Logger, TrustedProxies } from '@sluice/process';
import { newKey, sealingKey, type Stores, type TenantStores } from '@sluice/store';
import {
  aLead as someLead,
  aStoredCampaign,
  aStoredClient,
  aStoredOffer,
  listen,
  putItem,
  putTenant,
} from '@sluice/testing';
import { join } from 'node:path';
import { openWorld, type World, type WorldOptions } from '@sluice/testing/core';
import { createGateway } from '../src/gateway.js';
import { createOutcomeWaits, type OutcomeWaits } from '../src/waiting/outcome-waits.js';

type AnEndpoint = (typeof endpoints)[number];

/** Names one endpoint. */
export type OperationId = AnEndpoint['operationId'];

/** The type of `data` in an endpoint's answer. */
export type DataOf<Id extends OperationId> = EndpointData<Extract<AnEndpoint, { readonly operationId: Id }>>;

/** A request of a test. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Sent instead of `body`, as it is. */
  readonly raw?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default the key of the tenant `alpha`; null sends none. */
  readonly key?: string | null;
}

/** An answer that matches its schema; `data` is present on success. */
export interface Answered<Data = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Data;
  readonly error?: { readonly code: string; readonly message: string; readonly details: readonly string[] };
}

/** Encrypts the credentials of a test's vendors. */
export const testSealingKey = sealingKey(Buffer.alloc(32, 7).toString('base64'));

/** The data of one tenant of the test. */
export interface TestTenant {
  readonly tenantId: string;
  readonly key: string;
  readonly stores: TenantStores;
  readonly campaign: Campaign;
  readonly client: Client;
  readonly offer: Offer;
}

/** A line that was logged. */
export interface Logged {
  readonly level: string;
  readonly message: string;
  readonly [field: string]: unknown;
}

/** The gateway under test with its tenants, stores and clients. */
export interface Gateway extends World {
  readonly url: string;
  readonly alpha: TestTenant;
  readonly beta: TestTenant;
  readonly logged: readonly Logged[];
  readonly waits: OutcomeWaits;
  /** Calls an endpoint; fails the test if the answer does not match its schema. */
  call<Id extends OperationId>(operationId: Id, asked?: Asked): Promise<Answered<DataOf<Id>>>;
  /** Calls any path; fails the test if the answer is no envelope. */
  request(method: string, path: string, asked?: Asked): Promise<Answered>;
}

/** A new lead's body for the campaign of tenant `alpha`. */
export function aLead(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return someLead({ campaignId: 'ACMRU', firstName: 'Ada', lastName: 'Ortiz', ...changes });
}

/** How a gateway is started. */
export interface GatewayOptions extends Pick<WorldOptions, 'reached' | 'privateRedis'> {
  readonly trustedProxies?: TrustedProxies;
  readonly reads?: ReadSettings;
  /** The folder of the documentation site. Default: it is not built. */
  readonly docs?: string;
  /** Whether the gateway knows that a store is away. Default: none is. */
  readonly isStoreAway?: () => boolean;
}

/** Starts a gateway on stores of its own. */
export async function openGateway({
  trustedProxies = false,
  reads = strictestSettings,
  docs = join(import.meta.dirname, 'no-docs'),
  isStoreAway = () => false,
  ...ofWorld
}: GatewayOptions = {}): Promise<Gateway> {
  const logged: Logged[] = [];
  const world = await openWorld({ ...ofWorld, log: recordingLogger(logged), service: 'gateway' });
  const { core, stores, redis } = world;
  const waits = createOutcomeWaits({ ...core, isStoreAway });
  const server = createGateway({
    ...core,
    intake: createIntake(core),
    redis,
    waits,
    trustedProxies,
    reads,
    docs,
    publicUrl: 'http://gateway.example',
    encryptionKeys: [testSealingKey],
    health: { ready: async () => undefined, stuck: () => undefined },
  });
  const { url, close } = await listen(server);
  world.onClose(close);
  const alpha = await makeTenant('alpha', stores);
  const beta = await makeTenant('beta', stores);

  const request = async (method: string, path: string, asked: Asked = {}): Promise<Answered> => {
    const key = asked.key === undefined ? alpha.key : asked.key;
    const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const query = asked.query ? `?${new URLSearchParams(asked.query).toString()}` : '';
    const response = await fetch(`${url}${path}${query}`, {
      method,
      headers: {
        ...(key !== null && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...asked.headers,
      },
      ...(body !== undefined && { body }),
    });
    return envelope(response);
  };

  return Object.assign(world, {
    url,
    alpha,
    beta,
    logged,
    waits,
    request,
    async call<Id extends OperationId>(operationId: Id, asked: Asked = {}) {
      const endpoint = endpoints.find((one) => one.operationId === operationId)!;
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(asked.params?.[name] ?? ''),
      );
      const answered = await request(endpoint.method, path, asked);
      if (answered.error) {
        expect(endpoint.errors).toContain(answered.error.code);
      } else {
        const allowed = [endpoint.successStatus, 'alsoStatus' in endpoint ? endpoint.alsoStatus : undefined];
        expect(allowed).toContain(answered.status);
        if ('data' in endpoint) expect(endpoint.data.parse(answered.data)).toEqual(answered.data);
        else messageEnvelopeSchema.strict().parse(JSON.parse(answered.text));
      }
      return answered as Answered<DataOf<Id>>;
    },
  });
}

async function envelope(response: Response): Promise<Answered> {
  const text = await response.text();
  const { status, headers } = response;
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('x-request-id')).toMatch(/./);
  const json = JSON.parse(text) as { success: boolean; data?: unknown };
  if (!json.success) {
    const { error } = failureEnvelopeSchema.strict().parse(json);
    expect(status).toBeGreaterThanOrEqual(400);
    return { status, headers, text, data: undefined, error: { ...error, details: error.details ?? [] } };
  }
  expect(status).toBeLessThan(300);
  return { status, headers, text, data: json.data };
}

async function makeTenant(tenantId: string, stores: Stores): Promise<TestTenant> {
  const mine = stores.forTenant(tenantId);
  const tenant: Tenant = { tenantId, name: tenantId, settings: { timezone: 'America/Los_Angeles' } };
  const client = aStoredClient({ clientId: `cli_${tenantId}`, name: 'Acme Injury Law' });
  const offer = aStoredOffer({ offerId: `off_${tenantId}`, name: 'Roundup', abbrev: 'RU' });
  const campaign = aStoredCampaign({
    campaignId: tenantId === 'alpha' ? 'ACMRU' : 'BETA1',
    name: 'Acme - Roundup',
    clientId: client.clientId,
    offerId: offer.offerId,
  });
  const key = newKey('slk_');
  await putTenant(stores.tenants, tenant);
  await putItem(mine.clients, client.clientId, client);
  await putItem(mine.offers, offer.offerId, offer);
  await putItem(mine.campaigns, campaign.campaignId, campaign);
  await stores.apiKeys.add(key, { tenantId, name: 'test', createdAt: new Date() });
  return { tenantId, key, stores: mine, campaign, client, offer };
}

function recordingLogger(logged: Logged[], bound: Readonly<Record<string, unknown>> = {}): Logger {
  const at = (level: string) => (message: string, fields?: Readonly<Record<string, unknown>>) => {
    logged.push({ ...bound, ...fields, level, message });
  };
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: () => undefined,
    child: (fields) => recordingLogger(logged, { ...bound, ...fields }),
  };
}

/** Matches text of this form within a larger expectation. */
export const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
