/** A dashboard in process on real stores, and a browser that keeps its cookies and follows no redirects. */
import { strictestSettings } from '@sluice/contracts';
import { createMetrics, type TrustedProxies } from '@sluice/process';
import { createReports } from '@sluice/reports';
import { sealingKey, type Stores } from '@sluice/store';
import { listen, testEncryptionKey } from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import { setTimeout as pause } from 'node:timers/promises';
import { createDashboard } from '../src/dashboard.js';
import type { OutsideSettings } from '../src/login/outside/outside-config.js';
import { keepPassword } from '../src/login/password.js';

export const password = 'quiet-heron-7719';
/** An attempt at it costs a test next to nothing; password.test.ts tests the costs in operation. */
export const cheap = { N: 16, r: 8, p: 1 };

/** Where another dashboard listens, and which proxies it trusts. */
export interface MoreOptions {
  readonly port?: number;
  readonly trustedProxies?: TrustedProxies;
  /** How long each of its readings of the operators takes; by default as long as the database does. */
  readonly readsOperatorsInMs?: number;
}

/** The dashboards of a test. */
export interface Dashboards extends World {
  readonly url: string;
  /** Another dashboard on the same Redis, whose database is unavailable. */
  readonly withoutDatabase: string;
  /** Another dashboard behind one trusted proxy, and one more that trusts every proxy on this machine. */
  readonly behindProxy: string;
  readonly second: string;
  /** Starts one more dashboard, which runs until the world closes: at `port`, with these login ways. */
  more(outside: OutsideSettings, options: MoreOptions): Promise<string>;
}

export async function openDashboards(): Promise<Dashboards> {
  const world = await openWorld();
  const { core, stores, redis } = world;
  const gone = await world.openStores();
  await gone.close();
  const kept = await keepPassword(password, cheap);

  const open = async (
    on: Stores,
    trustedProxies: TrustedProxies = false,
    { port = 0, outside = {} }: { readonly port?: number; readonly outside?: OutsideSettings } = {},
  ): Promise<string> => {
    const { app, close } = createDashboard({
      ...core,
      stores: on,
      reports: createReports(on),
      redis,
      metrics: createMetrics('dashboard'),
      password: kept,
      publicUrl: 'https://leads.example',
      secureCookies: false,
      trustedProxies,
      outside,
      reads: strictestSettings,
      encryptionKeys: [sealingKey(testEncryptionKey)],
      health: { ready: async () => undefined, stuck: () => undefined },
    });
    const server = await listen(app, port);
    world.onClose(async () => {
      await server.close();
      await close();
    });
    return server.url;
  };
  return Object.assign(world, {
    url: await open(stores),
    withoutDatabase: await open(gone),
    behindProxy: await open(stores, 1),
    second: await open(stores, ['127.0.0.0/8']),
    more: (
      outside: OutsideSettings,
      { trustedProxies = false, port = 0, readsOperatorsInMs }: MoreOptions,
    ): Promise<string> => {
      const on = readsOperatorsInMs === undefined ? stores : slowOperators(stores, readsOperatorsInMs);
      return open(on, trustedProxies, { port, outside });
    },
  });
}

function slowOperators(stores: Stores, ms: number): Stores {
  const operators = new Proxy(stores.operators, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'identities') return member.bind(target) as unknown;
      return async (now: Date) => {
        await pause(ms);
        return target.identities(now);
      };
    },
  });
  return { ...stores, operators };
}

/** An answer of the dashboard. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser: sends its cookies and forms, and nothing that a page of another site could not send. */
export function browser(url: string) {
  const cookies = new Map<string, string>();
  async function ask(path: string, init: RequestInit = {}): Promise<Answered> {
    const headers = new Headers(init.headers);
    if (!headers.has('Accept')) headers.set('Accept', 'text/html');
    headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const post = (
    path: string,
    form: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> => ask(path, { method: 'POST', body: new URLSearchParams(form), headers });
  return {
    cookies,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post,
    put: (path: string, headers: Record<string, string> = {}) => ask(path, { method: 'PUT', headers }),
    login: (attempt = password, headers: Record<string, string> = {}) =>
      post('/login', { password: attempt }, headers),
    /** The token that changes in this session carry. */
    token: async () => {
      const { text } = await ask('/session', { headers: { Accept: 'application/json' } });
      return (JSON.parse(text) as { data: { csrfToken: string } }).data.csrfToken;
    },
  };
}

/** A browser in which the operator has logged in, with the token that its changes need. */
export async function loggedIn(url: string) {
  const person = browser(url);
  await person.login();
  return { person, token: await person.token() };
}

/** Every page of the dashboard, including one that does not exist. */
export const pages = [
  '/',
  '/queues',
  '/board',
  '/board/',
  '/leads',
  '/leads/demo/lead_1',
  '/attention',
  '/webhooks',
  '/audit',
  '/nothing',
];
