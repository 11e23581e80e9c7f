/**
 * Pairs of requests under one key, many at once, while the database goes away for some seconds: callers that repeat as
 * the interface advises all get their answer, and no lead is lost or accepted twice.
 */
import { duringTests, openLink, type Link, type LinkState, type TestBackends } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { aLead, openGateway, type Answered } from './gateway.js';

const PAIRS = 100;

let link: Link;
const world = duringTests(() => openGateway({ reached: linked }));
afterAll(() => link.close());

async function linked({ mongodbUrl }: Pick<TestBackends, 'mongodbUrl'>) {
  const url = new URL(mongodbUrl);
  link = await openLink(Number(url.port));
  url.port = String(link.port);
  return { mongodbUrl: url.toString() };
}

const passing = new Set([409, 429, 503]);

/** A caller that repeats its request under the same key until the answer is final. */
async function persist(key: string, body: unknown): Promise<Answered> {
  for (;;) {
    const answered = await world.call('submitLead', { body, headers: { 'Idempotency-Key': key } });
    if (!passing.has(answered.status)) return answered;
    expect(answered.error?.code).toMatch(/^(IDEMPOTENCY_CONFLICT|SERVICE_UNAVAILABLE)$/);
    await pause(Number(answered.headers.get('retry-after') ?? 1) * 1_000 * Math.random());
  }
}

async function leadsOf(name: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: '100', search: name, ...(cursor !== undefined && { cursor }) };
    const { leads, nextCursor } = (await world.call('listLeads', { query })).data;
    ids.push(...leads.map(({ leadId }) => leadId));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
  }
}

/** Two callers with the same request, e.g. a double click. */
async function pair(name: string, n: number): Promise<readonly Answered[]> {
  const [key, body] = [`${name}-${n}`, aLead({ lastName: name })];
  await pause(Math.random() * 400);
  return Promise.all([persist(key, body), persist(key, body)]);
}

/** A caller whose first body is refused, and who corrects it under the same key. */
async function corrected(name: string, n: number): Promise<readonly Answered[]> {
  const [key, body] = [`${name}-${n}`, aLead({ lastName: name })];
  await pause(Math.random() * 400);
  return [await persist(key, { ...body, email: 'nobody' }), await persist(key, body)];
}

// Longer than one operation may take, so that requests fail with their claim written.
const AWAY_MS = 9_000;

it.each<LinkState>(['cut', 'stalled', 'half_open'])(
  'of requests that come while the database is %s, each key creates one lead and all its callers learn of it',
  async (state) => {
    const names = { pair: `Pair${state}`, corrected: `Corrected${state}` };
    const all = (ask: typeof pair, name: string) =>
      Promise.all(Array.from({ length: PAIRS }, (_, n) => ask(name, n)));
    const asking = Promise.all([all(pair, names.pair), all(corrected, names.corrected)]);
    await pause(200);
    link.become(state);
    await pause(AWAY_MS);
    link.become('open');
    const [pairs, corrections] = await asking;

    expect(pairs.flat().filter(({ status }) => status !== 202)).toEqual([]);
    expect(pairs.filter(([one, other]) => one?.text !== other?.text)).toEqual([]);
    const statuses = corrections.map((answers) => answers.map(({ status }) => status).join(' '));
    expect(new Set(statuses)).toEqual(new Set(['400 202']));
    const told = (answers: readonly (readonly Answered[])[]) =>
      answers.map((each) => (each.at(-1)?.data as { leadId: string }).leadId).sort();
    expect([...(await leadsOf(names.pair))].sort()).toEqual(told(pairs));
    expect([...(await leadsOf(names.corrected))].sort()).toEqual(told(corrections));
  },
);
