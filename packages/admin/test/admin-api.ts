/**
 * The admin API in process on real stores, behind admin keys, with a client that validates every answer against its
 * declaration.
 */
import {
  failureEnvelopeSchema,
  strictestSettings,
  successEnvelopeSchema,
  type AdminEndpoint,
  type AdminRole,
  type EndpointData,
  type Membership,
  type ReadSettings,
} from '@sluice/contracts';
import { openAccounts } from '@sluice/identity';
import { newKey, sealingKey, type Stores } from '@sluice/store';
import { listen, putTenant, testEncryptionKey, type Listening } from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import express, { type Router } from 'express';
import { createAdminRouter, identifyByKey, type AdminDeps } from '../src/index.js';

/** The input of a call. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Default: the key of an administrator; null sends none. */
  readonly key?: string | null;
}

/** An answer that matches its schema; `data` is present on success. */
export interface Answered<Data> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: Data;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly string[] };
}

/** The API under test with its stores and keys. */
export interface AdminApi extends World {
  readonly url: string;
  readonly deps: AdminDeps;
  /** Admin keys, one of each role; the audit names their holders as `who may <role>`. */
  readonly keys: Readonly<Record<AdminRole, string>>;
  /** A new key of a tenant; the audit names its holder as `the <role> of <tenant>`. */
  readonly memberKey: (member: Membership) => Promise<string>;
  /** Calls an operation; fails the test if the answer does not match its declaration. */
  call<E extends AdminEndpoint>(endpoint: E, asked?: Asked): Promise<Answered<EndpointData<E>>>;
}

/** Starts the admin API on stores of its own, with the tenants `alpha` and `beta`. */
export async function openAdminApi(reads: ReadSettings = strictestSettings): Promise<AdminApi> {
  const world = await openWorld();
  const { core, stores, redis } = world;
  const deps: AdminDeps = {
    ...core,
    redis,
    reads,
    accounts: openAccounts(stores),
    dashboardUrl: 'https://dashboard.example/',
    encryptionKeys: [sealingKey(testEncryptionKey)],
    publicUrl: 'https://leads.example/',
  };
  const { url, close } = await listenAdmin(createAdminRouter(deps, identifyByKey({ stores, redis })));
  world.onClose(close);
  for (const tenantId of ['alpha', 'beta']) {
    await putTenant(stores.tenants, { tenantId, name: `Tenant ${tenantId}`, settings: {} });
  }
  const keys = {
    view: await adminKey(stores, 'view'),
    operate: await adminKey(stores, 'operate'),
    administer: await adminKey(stores, 'administer'),
  };
  return Object.assign(world, {
    url,
    deps,
    keys,
    memberKey: async (member: Membership) => {
      const key = newKey('sla_');
      const name = `the ${member.role} of ${member.tenantId}`;
      await stores.adminKeys.add(key, { member, name, createdAt: stores.clock.now() });
      return key;
    },
    async call<E extends AdminEndpoint>(endpoint: E, asked: Asked = {}) {
      const key = asked.key === undefined ? keys.administer : asked.key;
      const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(asked.params?.[name] ?? ''),
      );
      const query = asked.query ? `?${new URLSearchParams(asked.query).toString()}` : '';
      const response = await fetch(`${url}${path}${query}`, {
        method: endpoint.method,
        headers: {
          ...(key !== null && { 'X-Admin-Key': key }),
          ...(asked.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
      });
      return answered(endpoint, response) as Promise<Answered<EndpointData<E>>>;
    },
  });
}

/** Serves the operations of `router`. */
export function listenAdmin(router: Router): Promise<Listening> {
  const app = express();
  app.set('query parser', 'simple');
  return listen(app.use('/admin/v1', router));
}

async function adminKey(stores: Stores, role: AdminRole): Promise<string> {
  const key = newKey('sla_');
  await stores.adminKeys.add(key, { role, name: `who may ${role}`, createdAt: stores.clock.now() });
  return key;
}

async function answered(endpoint: AdminEndpoint, response: Response): Promise<Answered<unknown>> {
  const { status, headers } = response;
  const json: unknown = await response.json();
  expect(headers.get('x-request-id')).toMatch(/./);
  expect(headers.get('cache-control')).toBe('no-store');
  const failure = failureEnvelopeSchema.strict().safeParse(json);
  if (failure.success) {
    expect(endpoint.errors).toContain(failure.data.error.code);
    const { code, message, details } = failure.data.error;
    return { status, headers, data: undefined, error: { code, message, details } };
  }
  const { data } = successEnvelopeSchema(endpoint.data).strict().parse(json);
  expect(data).toEqual((json as { data: unknown }).data);
  expect(status).toBe(endpoint.successStatus);
  return { status, headers, data };
}
