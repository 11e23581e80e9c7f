/**
 * The wall between tenants, by marked words: two tenants are filled alike through the interface, so that ids are the same
 * in both, and everything that people and programs of the first are answered, shown or mailed is searched for the words of
 * the second.
 */
import {
  adminEndpoints,
  adminStreams,
  type AdminEndpoint,
  type AdminStream,
  type Membership,
} from '@sluice/contracts';
import { openAccounts } from '@sluice/identity';
import { newKey } from '@sluice/store';
import { demoTenantAtNoon, eventually } from '@sluice/testing';
import { parse } from 'yaml';
import { browser, pages } from '../services/dashboard/test/dashboards.js';
import { askingBodies, otherBodies } from '../services/dashboard/test/who-may.js';
import { call, submit } from './installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from './installation/installation.js';

type Operation = AdminEndpoint | AdminStream;
type Fields = Readonly<Record<string, unknown>>;

const WORD = 'zqheron';
const password = 'brisk-otter-lamp-quilt-42';
const tenants = { alpha: 'plainwren', beta: WORD } as const;
type Tenant = keyof typeof tenants;
/** Of campaigns, which have at most five letters. */
const codes = { alpha: 'PWREN', beta: 'ZQHRN' } as const;
const isMarked = (text: string) => text.toLowerCase().includes(WORD) || /\bZQHRN\b/.test(text);

let installation: Installation;
let operator: Record<string, string>;
/** What stands in paths and bodies, by the tenant that has it. */
const ids = new Map<string, Fields>();
const callers = new Map<string, Record<string, string>>();

/** The demo tenant with this word in whatever a person has written, and a campaign, client and supplier of that code. */
function tenantFile(tenantId: Tenant): Fields {
  const { [tenantId]: word } = tenants;
  const written = new Set(['name', 'label', 'X-Partner', 'accountSid']);
  const mark = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((one) => mark(one));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mark(one, name)]));
    if (key === 'from') return `leads@${word}.example`;
    return typeof value === 'string' && written.has(key) ? `${value} ${word}` : value;
  };
  const file = mark(parse(demoTenantAtNoon())) as Record<string, readonly Record<string, unknown>[]>;
  const { clients = [], campaigns = [], suppliers = [], valueSets = [] } = file;
  const own = (list: readonly object[], change: object) => [...list, { ...list[0], ...change }];
  const reasons = ['wrong_number', `${word}_reason`];
  return {
    ...file,
    tenantId,
    secrets: { ...(file['secrets'] as object), [`key_${word}`]: `${word}-value-1` },
    clients: own(clients, { clientId: `cli_${word}`, contactEmail: `intake@${word}.example` }),
    suppliers: own(suppliers, { supplierId: `sup_${word}` }),
    valueSets: own(valueSets, { valueSetId: `vs_${word}`, values: [word] }),
    campaigns: own(campaigns, {
      campaignId: codes[tenantId],
      clientId: `cli_${word}`,
      returns: { windowDays: 30, reasons },
      fallbackCampaigns: [],
    }),
  };
}

/** Asks one operation, with `of`'s ids in the path and the body, and reads the answer; of a stream, its beginning. */
async function ask(
  { method, path, query, body, examples, operationId }: Operation,
  headers: Record<string, string>,
  { tenantId, of, asks = false }: { tenantId: string; of: Fields; asks?: boolean },
): Promise<{ readonly status: number; readonly text: string }> {
  const place = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(name === 'tenantId' ? tenantId : textOf(of[name], `no-${name}`)),
  );
  const shape = (query?.shape ?? {}) as Record<string, { safeParse(value: unknown): { success: boolean } }>;
  const needed = Object.keys(shape).filter((key) => !shape[key]!.safeParse(undefined).success);
  const asked = Object.fromEntries(needed.map((key) => [key, textOf(of[key], queries[key] ?? '')]));
  const search: Record<string, string> =
    'search' in shape && asks ? { search: textOf(of['search'], '') } : {};
  const sent = (asks ? askingBodies[operationId] : undefined) ?? otherBodies[operationId] ?? examples.body;
  const answer = await fetch(
    `${installation.dashboardUrl}${place}?${new URLSearchParams({ ...asked, ...search }).toString()}`,
    {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(withIds(sent, of)) }),
    },
  );
  const { status } = answer;
  if (answer.headers.get('content-type')?.includes('event-stream') !== true)
    return { status, text: await answer.text() };
  const reader = answer.body!.getReader();
  let text = '';
  while (!text.includes('\n\n')) text += Buffer.from((await reader.read()).value ?? []).toString();
  await reader.cancel();
  return { status, text };
}

const queries: Readonly<Record<string, string>> = {
  groupBy: 'campaign',
  from: '2020-01-01',
  to: '2099-12-31',
  status: 'failed',
};

/** A value that is put into an address: ids, words and dates are texts. */
function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function withIds(body: unknown, of: Fields): unknown {
  const { waitSeconds, ...rest } = body as Record<string, unknown>;
  const known = Object.entries(rest).map(([key, value]) => [
    key,
    key === 'file' ? value : (of[key] ?? value),
  ]);
  return { ...Object.fromEntries(known), ...(waitSeconds !== undefined && { waitSeconds: 1 }) };
}

const declared = (name: string) =>
  [...adminEndpoints, ...adminStreams].find(({ operationId }) => operationId === `admin${name}`)!;

/** Fills a tenant as its people, its suppliers and operators do, and notes the ids that came of it. */
async function fill(tenantId: Tenant): Promise<void> {
  const { [tenantId]: word } = tenants;
  const operate = async (name: string, of: Fields, sent: Fields = {}) => {
    const { method, path, body } = declared(name);
    const answer = await fetch(
      installation.dashboardUrl +
        path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String({ tenantId, ...of }[part])),
      {
        method,
        headers: { ...operator, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body: JSON.stringify(sent) }),
      },
    );
    const { data, error } = (await answer.json()) as { data: Record<string, string>; error?: unknown };
    expect([name, error]).toEqual([name, undefined]);
    return data;
  };
  await installation.apply(tenantFile(tenantId));
  const supplier = `sup_${word}`;
  const { [tenantId]: campaignId } = codes;
  const keys = [
    await operate('CreateApiKey', {}, { name: `site of ${word}` }),
    await operate('CreateApiKey', {}, { name: `${word} affiliate`, supplierId: supplier }),
    await operate('CreateTenantAdminKey', {}, { name: `${word} program`, role: 'analyst' }),
  ];
  const [own, affiliate, program] = keys.map((key) => key as unknown as { key: string; prefix: string });
  const at = { url: installation.url, apiKey: own!.key };
  const person = (n: number) => ({
    firstName: `Ada${word}`,
    lastName: `Quill${word}`,
    email: `ada.${n}@${word}.example`,
    phone: `+1415555012${n}`,
    address: { street: `${n} ${word} Street`, city: word, state: 'CA', zip: '94607' },
    questionnaire: { injury: 'yes', story: `it was ${word}` },
    attribution: { params: { utm_source: word } },
  });
  const receipts = [
    await submit(at, { campaignId, ...person(1) }),
    await submit(
      { ...at, apiKey: affiliate!.key },
      {
        ...{ campaignId, ...person(2) },
        attribution: { subId1: `site-${word}`, subId2: `click-${word}` },
      },
    ),
    await submit(at, { campaignId: 'ACMRU', ...person(3) }),
  ];
  const { leads, ledger } = installation.stores.forTenant(tenantId);
  for (const { leadId } of receipts)
    await eventually(
      'it is delivered',
      async () => (await leads.find(leadId))?.status === 'delivered',
      90_000,
    );
  const [{ leadId, submissionId }] = receipts as [(typeof receipts)[0]];
  await eventually('it is sold', async () => (await ledger.lastSales([leadId])).length > 0, 60_000);
  const noted = { leadId, reason: `${word}_reason`, note: `note of ${word}` };
  const { returnId } = await operate('RequestReturn', {}, noted);
  await operate('CreateAdjustment', {}, { leadId, amount: -1, currency: 'USD', note: `agreed, ${word}` });
  await operate('SetSecret', { name: `late_${word}` }, { value: `${word}-value-2` });
  await operate('OpenCircuit', { receiver: 'end_cedar' }, { reason: `${word} migrates` });
  await operate('CreatePostingLink', { supplierId: supplier }, { campaignId });
  const meant = { status: 'error', campaignId: 'ACMRU', reason: 'quarantined' };
  const { replayId } = await operate('StartReplay', {}, { ...meant, dryRun: false });
  const invited = { email: `guest@${word}.example`, role: 'analyst' };
  const { invitation } = (await operate('InvitePerson', {}, invited)) as unknown as Record<string, Fields>;
  expect((await call(at, 'POST', '/sms/send', { leadId, message: `dear ${word}` })).status).toBeLessThan(500);
  await eventually(
    'the guest has the mail',
    () => installation.sink.received({ path: `/mail/guest@${word}.example` }).length > 0,
    90_000,
  );
  const spare = await addMember({ tenantId, role: 'manager' }, `spare@${word}.example`, `Spare ${word}`);
  const item = { section: 'deliveryEndpoints', id: 'end_cedar' };
  const history = await operate('ListItemVersions', item);
  const { versions } = history as unknown as { versions: readonly { readonly version: number }[] };
  await operate('HoldTenant', {}, { reason: `${word} stops` });
  ids.set(tenantId, {
    ...{ leadId, submissionId, returnId, replayId, campaignId: 'ACMRU', clientId: 'cli_acme' },
    ...{ supplierId: 'sup_north', receiver: 'end_cedar', provider: 'twilio', name: `late_${word}` },
    ...{ prefix: program!.prefix, personId: spare, invitationId: invitation?.['invitationId'] },
    ...{ ...item, version: String(versions[0]!.version), search: person(1).email },
  });
}

/** Makes somebody a member, by an invitation that is accepted. */
async function addMember(member: Membership, address: string, name: string): Promise<string> {
  const { stores } = installation;
  const { tenantId, ...of } = member;
  const invited = { ...of, address, createdBy: 'a test' };
  const { token } = await stores.invitations.invite(tenantId, invited, stores.clock.now());
  const opened = await openAccounts(stores).acceptInvitation({ token, name, password }, undefined);
  if (opened.kind !== 'done') throw new Error(`${address}: ${opened.kind}`);
  return opened.person.userId;
}

const roles: Readonly<Record<string, Omit<Membership, 'tenantId'>>> = {
  owner: { role: 'owner' },
  manager: { role: 'manager' },
  analyst: { role: 'analyst' },
  client: { role: 'client', clientId: 'cli_acme' },
  supplier: { role: 'supplier', supplierId: 'sup_north' },
};

async function keyOf(holder: object): Promise<Record<string, string>> {
  const key = newKey('sla_');
  await installation.stores.adminKeys.add(key, { ...holder, name: 'a test', createdAt: new Date() });
  return { 'X-Admin-Key': key };
}

beforeAll(async () => {
  installation = await startInstallation({
    services: [...leadServices, 'dashboard'],
    mails: true,
    tenant: tenantFile('alpha'),
  });
  operator = await keyOf({ role: 'administer' });
  for (const tenantId of ['alpha', 'beta'] as const) await fill(tenantId);
  for (const [name, of] of Object.entries(roles)) {
    const member = { tenantId: 'alpha', ...of };
    await addMember(member, `${name}@alpha.example`, name);
    const person = browser(installation.dashboardUrl);
    expect((await person.login(password, {}, `${name}@alpha.example`)).status).toBe(200);
    const cookie = [...person.cookies].map((pair) => pair.join('=')).join('; ');
    callers.set(`the session of the ${name}`, { Cookie: cookie, 'X-XSRF-TOKEN': await person.token() });
    if (name !== 'supplier') callers.set(`a key of the ${name}`, await keyOf({ member }));
  }
}, 600_000);
afterAll(() => installation?.stop(), 60_000);

const ofTenants = [...adminEndpoints, ...adminStreams].filter(({ scope }) => scope !== 'installation');
const reads = ofTenants.filter(({ method }) => method === 'GET');
// Those that end what is there come last.
const changes = ofTenants
  .filter(({ method }) => method !== 'GET')
  .sort(
    (a, b) =>
      Number(/Erase|Remove|Revoke/.test(a.operationId)) - Number(/Erase|Remove|Revoke/.test(b.operationId)),
  );

/** The ids of the other tenant, its marked codes where it has some. */
const foreign = (): Fields => ({
  ...ids.get('beta'),
  ...{ campaignId: codes.beta, clientId: `cli_${WORD}`, supplierId: `sup_${WORD}` },
});

/** An answer without what was asked for. */
function unasked(text: string, of: Fields): string {
  const asked = Object.values(of).filter((one) => isMarked(String(one)));
  return asked.reduce<string>((rest, one) => rest.replaceAll(String(one), ''), text);
}

// Whether to ask without and with a search: for most operations there is none.
function asksOf({ query, operationId }: Operation): readonly boolean[] {
  return (query && 'search' in query.shape) || operationId in askingBodies ? [false, true] : [false];
}

async function leaks(operations: readonly Operation[]): Promise<readonly string[]> {
  const found: string[] = [];
  const [own, theirs] = [ids.get('alpha')!, foreign()];
  for (const [caller, headers] of callers)
    for (const operation of operations)
      for (const [tenantId, of] of [
        ['alpha', own],
        ['alpha', theirs],
        ['beta', theirs],
      ] as const)
        for (const asks of asksOf(operation)) {
          const { text } = await ask(operation, headers, { tenantId, of, asks });
          if (isMarked(unasked(text, of)))
            found.push(`${operation.operationId} of ${tenantId} for ${caller}: ${text.slice(0, 300)}`);
        }
  return found;
}

it('the words of a tenant are in what operators are answered about it', async () => {
  const answered = [];
  for (const operation of reads) {
    const { status, text } = await ask(operation, operator, { tenantId: 'beta', of: ids.get('beta')! });
    if (isMarked(text)) answered.push(operation.operationId);
    const isSession = operation.forSessions === true;
    expect([operation.operationId, status]).toEqual([operation.operationId, isSession ? 403 : 200]);
  }
  expect(answered.length).toBeGreaterThanOrEqual(20);
}, 300_000);

it('no answer or stream that anybody of another tenant reads has one of them', async () => {
  expect(await leaks(reads)).toEqual([]);
}, 900_000);

it('no page, session or description that they open has one of them', async () => {
  for (const [caller, headers] of callers)
    for (const path of [...pages, '/session', '/login/ways', '/admin/v1/openapi.json', '/docs'])
      for (const Accept of ['application/json', 'text/html']) {
        const answer = await fetch(installation.dashboardUrl + path, { headers: { ...headers, Accept } });
        expect([caller, path, isMarked(await answer.text())]).toEqual([caller, path, false]);
      }
}, 300_000);

// What they change is under marked names too, so what is read afterwards is no proof.
it('no answer to a change that they ask for has one of them', async () => {
  expect(await leaks(changes)).toEqual([]);
}, 900_000);

it('no mail to anybody of another tenant has one of them', async () => {
  const mails = installation.sink.received({ limit: 1_000 }).filter(({ path }) => path.startsWith('/mail/'));
  const [theirs, others] = [true, false].map((marked) =>
    mails.filter(({ path }) => path.includes(WORD) === marked),
  );
  expect(theirs!.some(({ body }) => isMarked(body))).toBe(true);
  const ofAlpha = others!.filter(({ path }) => path.includes(tenants.alpha));
  expect(ofAlpha.length).toBeGreaterThan(0);
  for (const mail of ofAlpha) expect(isMarked(JSON.stringify(mail))).toBe(false);
});
