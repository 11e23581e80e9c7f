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
import { type Logger, type Metrics, type TrustedProxies } from '@sluice/process';
import { newKey, sealingKey, type Stores, type TenantStores } from '@sluice/store';
import { aLead as someLead } from '@sluice/testing';
import { openTestCore } from '@sluice/testing/core';
import type { AddressInfo } from 'node:net';
import { createGateway } from '../src/gateway.js';

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
export interface World {
  readonly url: string;
  readonly redisUrl: string;
  readonly stores: Stores;
  readonly alpha: TestTenant;
  readonly beta: TestTenant;
  readonly logged: readonly Logged[];
  readonly metrics: Metrics;
  /** Calls an endpoint; fails the test if the answer does not match its schema. */
  call<Id extends OperationId>(operationId: Id, asked?: Asked): Promise<Answered<DataOf<Id>>>;
  /** Calls any path; fails the test if the answer is no envelope. */
  request(method: string, path: string, asked?: Asked): Promise<Answered>;
  close(): Promise<void>;
}

/** A new lead's body for the campaign of tenant `alpha`. */
export function aLead(changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return someLead({ campaignId: 'ACMRU', firstName: 'Ada', lastName: 'Ortiz', ...changes });
}

/** The addresses of the stores. */
export interface StoreUrls {
  readonly mongodbUrl: string;
  readonly redisUrl: string;
}

/** Starts a gateway on stores of its own. `detour` may put a proxy in front of them. */
export async function startWorld(
  detour: (urls: StoreUrls) => Promise<Partial<StoreUrls>> = async () => ({}),
  trustedProxies: TrustedProxies = false,
  reads: ReadSettings = strictestSettings,
): Promise<World> {
  const logged: Logged[] = [];
  const opened = await openTestCore({
    reached: detour,
    log: recordingLogger(logged),
    service: 'gateway',
  });
  const { redis, redisUrl } = opened;
  const { stores, producer, log, metrics } = opened.core;
  const server = createGateway({
    stores,
    producer,
    intake: createIntake({ stores, producer, log }),
    redis,
    log,
    metrics,
    trustedProxies,
    reads,
    publicUrl: 'http://gateway.example',
    encryptionKeys: [testSealingKey],
    health: { ready: async () => undefined, stuck: () => undefined },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const alpha = await makeTenant('alpha', stores);
  const beta = await makeTenant('beta', stores);

  const request = async (method: string, path: string, asked: Asked = {}): Promise<Answered> => {
    const key = asked.key === undefined ? alpha.key : asked.key;
    const body = asked.raw ?? (asked.body === undefined ? undefined : JSON.stringify(asked.body));
    const query = asked.query ? `?${new URLSearchParams(asked.query).toString()}` : '';
    const response = await fetch(`${base}${path}${query}`, {
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

  return {
    url: base,
    redisUrl,
    stores,
    alpha,
    beta,
    logged,
    metrics,
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
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await opened.close();
    },
  };
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
  const at = new Date().toISOString();
  const mine = stores.forTenant(tenantId);
  const times = { createdAt: at, updatedAt: at };
  const tenant: Tenant = { tenantId, name: tenantId, settings: { timezone: 'America/Los_Angeles' } };
  const client: Client = {
    clientId: `cli_${tenantId}`,
    name: 'Acme Injury Law',
    abbrev: 'ACM',
    active: true,
    ...times,
  };
  const offer: Offer = {
    offerId: `off_${tenantId}`,
    name: 'Roundup',
    abbrev: 'RU',
    active: true,
    category: 'mass_tort',
    ...times,
  };
  const campaign: Campaign = {
    campaignId: tenantId === 'alpha' ? 'ACMRU' : 'BETA1',
    name: 'Acme - Roundup',
    active: true,
    clientId: client.clientId,
    offerId: offer.offerId,
    ...times,
  };
  const key = newKey('slk_');
  await stores.tenants.put(tenant);
  await mine.clients.put(client.clientId, client);
  await mine.offers.put(offer.offerId, offer);
  await mine.campaigns.put(campaign.campaignId, campaign);
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
