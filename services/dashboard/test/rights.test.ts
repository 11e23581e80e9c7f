/** Every declared operation, called by every kind of caller: who may use it, and what everybody else is answered. */
import {
  adminEndpoints,
  adminRoles,
  adminStreams,
  errors,
  memberRoles,
  type AdminEndpoint,
  type AdminRole,
  type AdminStream,
  type Membership,
  type MemberRole,
} from '@sluice/contracts';
import { newKey, type Stores } from '@sluice/store';
import { duringTests, putTenant } from '@sluice/testing';
import { browser, openDashboards, password } from './dashboards.js';
import { askingBodies, otherBodies, whoMay } from './who-may.js';

const operations: readonly (AdminEndpoint | AdminStream)[] = [...adminEndpoints, ...adminStreams];

/** A kind of caller: an operator, a member of the tenant whose things are asked for, or a stranger to it. */
interface Caller {
  readonly operator?: AdminRole;
  readonly member?: MemberRole;
  readonly elsewhere?: MemberRole;
  readonly bySession?: true;
}

const callers: Readonly<Record<string, Caller>> = {
  'the key of an operator who may view': { operator: 'view' },
  'the key of an operator who may operate': { operator: 'operate' },
  'the key of an operator who may administer': { operator: 'administer' },
  'the session of an operator who may view': { operator: 'view', bySession: true },
  'the session of an operator who may operate': { operator: 'operate', bySession: true },
  'the session of an operator who may administer': { operator: 'administer', bySession: true },
  "the tenant's key of an owner": { member: 'owner' },
  "the tenant's key of a manager": { member: 'manager' },
  "the tenant's key of an analyst": { member: 'analyst' },
  "the tenant's key of a client": { member: 'client' },
  "another tenant's key of an owner": { elsewhere: 'owner' },
  "another tenant's key of an analyst": { elsewhere: 'analyst' },
  ...Object.fromEntries(
    memberRoles.flatMap((role): [string, Caller][] => [
      [`the session of the tenant's ${role}`, { member: role, bySession: true }],
      [`the session of another tenant's ${role}`, { elsewhere: role, bySession: true }],
    ]),
  ),
  nobody: {},
};

type Headers = Readonly<Record<string, string>>;

async function headersOf(
  stores: Stores,
  { operator, member, elsewhere, bySession }: Caller,
): Promise<Headers> {
  const role = member ?? elsewhere;
  const tenantId = member ? 'alpha' : 'beta';
  const place = role && placeOf(tenantId, role);
  if (bySession) {
    const address = `${operator ?? `${role}-of-${tenantId}`}@example.com`;
    await (place ? world.addMember(address, place) : world.addOperator(address, operator!));
    const person = browser(world.url);
    await person.login(password, {}, address);
    const token = await person.token();
    return { Cookie: [...person.cookies].map((pair) => pair.join('=')).join('; '), 'X-XSRF-TOKEN': token };
  }
  if (operator === undefined && !place) return {};
  const key = newKey('sla_');
  await stores.adminKeys.add(key, {
    name: 'a program',
    createdAt: stores.clock.now(),
    ...(place ? { member: place } : { role: operator }),
  });
  return { 'X-Admin-Key': key };
}

const placeOf = (tenantId: string, role: MemberRole): Membership => ({
  tenantId,
  role,
  ...(role === 'client' && { clientId: 'cli_acme' }),
  ...(role === 'supplier' && { supplierId: 'sup_north' }),
});

const world = duringTests(openDashboards);
const headers = new Map<string, Headers>();
beforeAll(async () => {
  for (const tenantId of ['alpha', 'beta'])
    await putTenant(world.stores.tenants, { tenantId, name: tenantId, settings: {} });
  for (const [name, caller] of Object.entries(callers))
    headers.set(name, await headersOf(world.stores, caller));
});

// Nothing but the tenant exists, so that no call changes what another one finds.
const ids: Readonly<Record<string, string>> = {
  tenantId: 'alpha',
  campaignId: 'ACMRU',
  clientId: 'cli_acme',
  leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
  personId: 'nobody',
  prefix: 'sla_none',
  provider: 'twilio',
  queue: 'delivery',
  receiver: 'endpoint:de_none',
  replayId: 'replay_none',
  section: 'offers',
  id: 'off_none',
  version: '1',
  returnId: 'ret_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
  submissionId: 'sub_01KF3V5N8Q2W7Y4B6C9D1E0G2H',
  supplierId: 'sup_north',
};

interface Answer {
  readonly status: number;
  /** Of a failure. */
  readonly text: string;
}

async function ask(
  { operationId, method, path, body, examples }: AdminEndpoint | AdminStream,
  caller: string,
  {
    tenantId = 'alpha',
    asked = otherBodies[operationId] ?? examples.body,
  }: { readonly tenantId?: string; readonly asked?: unknown } = {},
): Promise<Answer> {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'tenantId' ? tenantId : (ids[name] ?? `no ${name}`)),
  );
  return send(method, place, caller, body && JSON.stringify(asked));
}

async function send(method: string, path: string, caller: string, body?: string): Promise<Answer> {
  const left = new AbortController();
  const response = await fetch(world.url + path, {
    method,
    headers: { ...headers.get(caller), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
    signal: left.signal,
  });
  const { status, ok } = response;
  // A stream may have no end.
  const text = ok ? '' : await response.text();
  left.abort();
  return { status, text };
}

/** What the API makes of a call: the operation is reached, whatever it then answers, fails, or turns the caller away. */
function verdictOf({ status, text }: Answer): string {
  if (status === 401) return 'unknown';
  if (status === 403) return 'refused';
  if (status >= 500) return `fails with ${status}`;
  return status === 404 && text === bareNotFound ? 'not there' : 'reached';
}
const bareNotFound = JSON.stringify({
  success: false,
  error: { code: 'NOT_FOUND', message: errors.NOT_FOUND.message },
});

/** What it should make of it, by the table that is written by hand. */
function expected(
  { operationId, path, forSessions }: AdminEndpoint | AdminStream,
  caller: Caller,
  asks = false,
): string {
  const { operator, member, elsewhere } = caller;
  const { operator: needed, members } = whoMay.get(operationId)!;
  const least = asks && needed === 'view' ? 'operate' : needed;
  if (forSessions && !caller.bySession && (operator || member || elsewhere)) return 'refused';
  if (operator) return adminRoles.indexOf(operator) >= adminRoles.indexOf(least) ? 'reached' : 'refused';
  if (!member && !elsewhere) return 'unknown';
  if (path === '/admin/v1/me' || forSessions) return 'reached';
  if (!path.includes('{tenantId}') || !member) return 'not there';
  return members.includes(member) && !(asks && member === 'analyst') ? 'reached' : 'refused';
}

describe('an operation', () => {
  it('declares the rights that its row in the table written by hand gives it', () => {
    const declared = operations.map(({ operationId, role: operator, members }) => [
      operationId,
      { operator, members },
    ]);
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(whoMay));
  });

  it.each(Object.entries(callers))(
    'is reached by %s if the table says so, and by no other call',
    async (name, caller) => {
      const got = new Map<string, string>();
      const wanted = new Map<string, string>();
      for (const operation of operations) {
        const { operationId } = operation;
        got.set(operationId, verdictOf(await ask(operation, name)));
        wanted.set(operationId, expected(operation, caller));
        const { [operationId]: asked } = askingBodies;
        if (asked === undefined) continue;
        got.set(`${operationId} about a person`, verdictOf(await ask(operation, name, { asked })));
        wanted.set(`${operationId} about a person`, expected(operation, caller, true));
      }
      expect(Object.fromEntries(got)).toEqual(Object.fromEntries(wanted));
    },
  );
});

describe("a tenant's key or person", () => {
  const own = Object.keys(callers).filter((name) => callers[name]?.member);

  it.each(own)(
    '%s is answered about another tenant as about one that never was, byte for byte',
    async (name) => {
      for (const operation of operations.filter(({ path }) => path.includes('{tenantId}'))) {
        const foreign = await ask(operation, name, { tenantId: 'beta' });
        expect([operation.operationId, foreign]).toEqual([
          operation.operationId,
          await ask(operation, name, { tenantId: 'never-was' }),
        ]);
        expect(foreign).toEqual({ status: 404, text: bareNotFound });
      }
    },
  );

  it.each(own)('%s is answered about the installation as about a path that is none', async (name) => {
    const nothing = await send('GET', '/admin/v1/nothing', name);
    for (const operation of operations.filter(({ scope }) => scope === 'installation'))
      expect([operation.operationId, await ask(operation, name)]).toEqual([operation.operationId, nothing]);
  });
});
