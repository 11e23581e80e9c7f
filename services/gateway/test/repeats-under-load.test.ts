/**
 * Pairs of requests under one key, many at once, while the database goes away for some seconds: callers that repeat as
 * the interface advises all get their answer, and no lead is lost or accepted twice.
 */
import { openLink, withItsOwn, type Link, type LinkState } from '@sluice/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { aLead, openGateway, type Answered, type Gateway } from './gateway.js';

const PAIRS = 100;

/** A gateway that reaches its database over a link. */
interface LinkedGateway extends Gateway {
  readonly link: Link;
}

async function openLinkedGateway(): Promise<LinkedGateway> {
  let link: Link | undefined;
  const gateway = await openGateway({
    privateRedis: true,
    async reached({ mongodbUrl }) {
      const url = new URL(mongodbUrl);
      link = await openLink(Number(url.port));
      url.port = String(link.port);
      return { mongodbUrl: url.toString() };
    },
  });
  if (!link) throw new Error('the gateway has not asked for its database');
  const { close } = gateway;
  return Object.assign(gateway, {
    link,
    async close() {
      await close();
      await link?.close();
    },
  });
}

const passing = new Set([409, 429, 503]);

/** A caller that repeats its request under the same key until the answer is final. */
async function persist(gateway: Gateway, key: string, body: unknown): Promise<Answered> {
  for (;;) {
    const answered = await gateway.call('submitLead', { body, headers: { 'Idempotency-Key': key } });
    if (!passing.has(answered.status)) return answered;
    expect(answered.error?.code).toMatch(/^(IDEMPOTENCY_CONFLICT|SERVICE_UNAVAILABLE)$/);
    await pause(Number(answered.headers.get('retry-after') ?? 1) * 1_000 * Math.random());
  }
}

async function leadsOf(gateway: Gateway, name: string): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const query = { limit: '100', search: name, ...(cursor !== undefined && { cursor }) };
    const { leads, nextCursor } = (await gateway.call('listLeads', { query })).data;
    ids.push(...leads.map(({ leadId }) => leadId));
    if (nextCursor === null) return ids;
    cursor = nextCursor;
  }
}

/** Two callers with the same request, e.g. a double click. */
async function pair(gateway: Gateway, name: string, n: number): Promise<readonly Answered[]> {
  const [key, body] = [`${name}-${n}`, aLead({ lastName: name })];
  await pause(Math.random() * 400);
  return Promise.all([persist(gateway, key, body), persist(gateway, key, body)]);
}

/** A caller whose first body is refused, and who corrects it under the same key. */
async function corrected(gateway: Gateway, name: string, n: number): Promise<readonly Answered[]> {
  const [key, body] = [`${name}-${n}`, aLead({ lastName: name })];
  await pause(Math.random() * 400);
  return [await persist(gateway, key, { ...body, email: 'nobody' }), await persist(gateway, key, body)];
}

// Longer than one operation may take, so that requests fail with their claim written.
const AWAY_MS = 9_000;

it.concurrent.each<LinkState>(['cut', 'stalled', 'half_open'])(
  'of requests that come while the database is %s, each key creates one lead and all its callers learn of it',
  withItsOwn(openLinkedGateway, async (gateway, state: LinkState) => {
    const { link } = gateway;
    const names = { pair: `Pair${state}`, corrected: `Corrected${state}` };
    const all = (ask: typeof pair, name: string) =>
      Promise.all(Array.from({ length: PAIRS }, (_, n) => ask(gateway, name, n)));
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
    expect([...(await leadsOf(gateway, names.pair))].sort()).toEqual(told(pairs));
    expect([...(await leadsOf(gateway, names.corrected))].sort()).toEqual(told(corrections));
  }),
);
