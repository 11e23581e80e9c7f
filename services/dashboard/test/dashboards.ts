/** A dashboard in process on real stores, and a browser that keeps its cookies and follows no redirects. */
import { strictestSettings, type AdminRole, type Membership, type ReadSettings } from '@sluice/contracts';
import { openIdentity, type Hashing, type Identity } from '@sluice/identity';
import { createMetrics, type Logger, type TrustedProxies } from '@sluice/process';
import { createReports } from '@sluice/reports';
import { INSTALLATION, sealingKey, type Invited, type Stores } from '@sluice/store';
import { listen, testEncryptionKey } from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import { createDashboard } from '../src/dashboard.js';
import type { OutsideSettings } from '../src/login/outside/outside-config.js';

/** The first administrator, whom every world has. */
export const operator = 'operator@sluice.test';
export const password = 'quiet-heron-7719';
/** A hash that costs a test next to nothing; the tests of identity also run the library's. */
export const cheap: Hashing = {
  hash: async (plain) => Buffer.from(plain).toString('base64'),
  verify: async ({ hash, password: plain }) => hash === Buffer.from(plain).toString('base64'),
};

/** Where another dashboard listens, and which proxies it trusts. */
export interface MoreOptions {
  readonly port?: number;
  readonly trustedProxies?: TrustedProxies;
  readonly forTenants?: boolean;
  readonly dashboardUrl?: string;
  readonly operatorsNeedSecondFactor?: boolean;
}

/** The dashboards of a test. */
export interface Dashboards extends World, Pick<Identity, 'accounts' | 'sessions'> {
  readonly url: string;
  /** Another dashboard on the same Redis, whose database never answered. */
  readonly withoutDatabase: string;
  /** Starts one more dashboard, whose database goes away when `takeAway` is called. */
  losing(): Promise<{ readonly url: string; takeAway(): Promise<void> }>;
  /** Another dashboard behind one trusted proxy, and one more that trusts every proxy on this machine. */
  readonly behindProxy: string;
  readonly second: string;
  /** Starts one more dashboard, which runs until the world closes: at `port`, with these login ways. */
  more(outside: OutsideSettings, options: MoreOptions): Promise<string>;
  /** Starts one more dashboard, on these stores. */
  moreOn(stores: Stores, options?: Pick<MoreOptions, 'dashboardUrl'>): Promise<string>;
  /** Adds a person who works on the installation and has the {@link password}; returns its id. */
  addOperator(address: string, role: AdminRole): Promise<string>;
  /** Adds a member of a tenant who has the {@link password}, perhaps from another place; returns its id. */
  addMember(address: string, member: Membership): Promise<string>;
}

/** Opens dashboards, which write to `log` if there is one, and read what is sent to them by `reads`. */
export async function openDashboards(
  log?: Logger,
  reads: ReadSettings = strictestSettings,
): Promise<Dashboards> {
  const world = await openWorld({ log });
  const { core, stores, redis } = world;
  const gone = await world.openStores();
  await gone.close();
  const keys = [sealingKey(testEncryptionKey)];
  const identity = openIdentity(stores, keys, { hashing: cheap });
  const { accounts, sessions } = identity;
  world.onClose(() => identity.close());
  await accounts.restoreAdministrator(operator, password);

  const open = async (
    on: Stores,
    trustedProxies: TrustedProxies = false,
    {
      port = 0,
      outside = {},
      forTenants = false,
      dashboardUrl,
      operatorsNeedSecondFactor = false,
    }: Omit<MoreOptions, 'trustedProxies'> & { readonly outside?: OutsideSettings } = {},
  ): Promise<string> => {
    const { app, close } = createDashboard({
      ...core,
      stores: on,
      reports: createReports(on),
      redis,
      metrics: createMetrics('dashboard'),
      publicUrl: 'https://leads.example',
      identity: openIdentity(on, keys, { hashing: cheap, operatorsNeedSecondFactor }),
      forTenants,
      dashboardUrl,
      secureCookies: false,
      trustedProxies,
      outside,
      reads,
      encryptionKeys: keys,
      health: { ready: async () => undefined, stuck: () => undefined },
    });
    const server = await listen(app, port);
    world.onClose(async () => {
      await server.close();
      await close();
    });
    return server.url;
  };
  const join = async (place: string, invited: Omit<Invited, 'createdBy'>): Promise<string> => {
    const { address } = invited;
    const { token } = await stores.invitations.invite(
      place,
      { ...invited, createdBy: 'a test' },
      stores.clock.now(),
    );
    const known = await accounts.find(address);
    const opened = await accounts.acceptInvitation({ token, name: '', password }, known);
    if (opened.kind !== 'done') throw new Error(`the invitation of ${address} ended ${opened.kind}`);
    return opened.person.userId;
  };
  return Object.assign(world, {
    accounts,
    sessions,
    url: await open(stores),
    withoutDatabase: await open(gone),
    behindProxy: await open(stores, 1),
    second: await open(stores, ['127.0.0.0/8']),
    more: (outside: OutsideSettings, { trustedProxies = false, ...options }: MoreOptions): Promise<string> =>
      open(stores, trustedProxies, { ...options, outside }),
    moreOn: (on: Stores, options?: Pick<MoreOptions, 'dashboardUrl'>) => open(on, false, options),
    losing: async () => {
      const lost = await world.openStores();
      return { url: await open(lost), takeAway: () => lost.close() };
    },
    addOperator: (address: string, role: AdminRole) => join(INSTALLATION, { address, role }),
    addMember: (address: string, { tenantId, ...of }: Membership) => join(tenantId, { address, ...of }),
  });
}

/** An answer of the dashboard. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser: sends its cookies and bodies, and nothing that a page of another site could not send. */
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
    body: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answered> =>
    ask(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  return {
    cookies,
    get: (path: string, headers: Record<string, string> = {}) => ask(path, { headers }),
    post,
    send: (method: string, path: string, headers: Record<string, string>) => ask(path, { method, headers }),
    put: (path: string, headers: Record<string, string> = {}) => ask(path, { method: 'PUT', headers }),
    login: (attempt = password, headers: Record<string, string> = {}, email = operator) =>
      post('/login', { email, password: attempt }, headers),
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
