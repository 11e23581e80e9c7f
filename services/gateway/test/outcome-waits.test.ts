/** Requests that wait for the outcome of what they submit (`Prefer: wait`). */
import type { DecisionOf, Stage } from '@sluice/contracts';
import { conclude } from '@sluice/pipeline';
import { audible, duringTests, eventually, hearCommands, linkToMongo, withItsOwn } from '@sluice/testing';
import type { Document } from 'mongodb';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { aLead, openGateway, type Answered, type DataOf, type Gateway } from './gateway.js';

const world = duringTests(openGateway);

let n = 0;
const newKey = () => `key-${(n += 1)}`;
type Headers = Readonly<Record<string, string>>;
type Submitted = Answered<DataOf<'submitLead'>>;

/** A new lead, whose name finds it while its request waits. */
const newLead = (changes: Readonly<Record<string, unknown>> = {}) =>
  aLead({ lastName: `Waits${Buffer.from(String((n += 1))).toString('hex')}`, ...changes });

const submit = (body: unknown, headers: Headers, gateway: Gateway = world) =>
  gateway.call('submitLead', { body, headers });

/** Submits until an answer comes before its time is over, which a busy machine may need more than one request for. */
async function answeredEarly(body: unknown, headers: Headers): Promise<Submitted> {
  const keyed = { 'Idempotency-Key': newKey(), ...headers };
  for (;;) {
    const startedAt = performance.now();
    const answered = await submit(body, keyed);
    if (performance.now() - startedAt < 8_500) return answered;
  }
}

/** The submission that a request has made. */
const accepted = (body: Readonly<Record<string, unknown>>, gateway: Gateway = world) =>
  eventually('the lead is accepted', async () => {
    const query = { search: String(body['lastName']) };
    const [lead] = (await gateway.call('listLeads', { query })).data.leads;
    return lead && gateway.alpha.stores.submissions.find(lead.lastSubmissionId ?? '');
  });

/** A request that waits, and not for the last seconds of its time. */
async function aWaiting(gateway: Gateway): Promise<{ readonly answering: Promise<Submitted> }> {
  for (;;) {
    const body = newLead();
    const startedAt = performance.now();
    const answering = submit(body, LONG, gateway);
    await accepted(body, gateway);
    if (performance.now() - startedAt < 5_000) return { answering };
  }
}

type Decided = { readonly [S in Stage]: readonly [stage: S, decision: DecisionOf[S]] }[Stage];

/** Decides about the submission of a request as a worker does. */
async function decide(body: Readonly<Record<string, unknown>>, [stage, decision]: Decided, gateway = world) {
  const submission = await accepted(body, gateway);
  const at = { stage, generation: 0, submission, stores: gateway.alpha.stores };
  await conclude(gateway.core, at, decision);
}

const disqualified: Decided = [
  'qualification',
  { kind: 'disqualified', reason: 'disqualifying_condition', trace: [] },
];
const applied = ({ headers }: Submitted) => headers.get('preference-applied');
const outcomeOf = (answered: Submitted) => [answered.status, answered.data.status, applied(answered)];

/** The most that a test waits with; what becomes of its submission comes earlier. */
const LONG = { Prefer: 'wait=10' };

describe('a submit with Prefer: wait=N', () => {
  const opensAt = () => new Date(Date.now() + 3_600_000);
  it.concurrent.each<[string, string, () => Decided]>([
    ['has ended', 'disqualified', () => disqualified],
    [
      'is held',
      'queued',
      () => [
        'routing',
        { kind: 'held', campaignId: 'ACMRU', reason: 'schedule', until: opensAt(), waitsFor: [], trace: [] },
      ],
    ],
    [
      'waits for a person',
      'pending_action',
      () => ['qualification', { kind: 'pending_action', reason: 'human_review', trace: [] }],
    ],
    [
      'waits for a phone call',
      'pending_action',
      () => ['qualification', { kind: 'awaiting_action', action: 'voice_ai', trace: [] }],
    ],
  ])('is answered with the status of the lead once its submission %s', async (_, status, decided) => {
    const body = newLead();
    const answering = answeredEarly(body, LONG);
    await decide(body, decided());
    expect(outcomeOf(await answering)).toEqual([202, status, 'wait=10']);
  });

  it.concurrent('is answered after N seconds at the latest, with the status by then', async () => {
    for (;;) {
      const startedAt = performance.now();
      const answered = await submit(newLead(), { Prefer: 'wait=1' });
      const tookMs = performance.now() - startedAt;
      expect(tookMs).toBeGreaterThan(800);
      expect(tookMs).toBeLessThan(9_000);
      // A busy machine may not read the status in time.
      if (applied(answered) === null) continue;
      expect(outcomeOf(answered)).toEqual([202, 'pending', 'wait=1']);
      return;
    }
  });

  it.concurrent('waits 10 seconds where it asks for more, in whatever spelling', async () => {
    const body = newLead();
    const answering = answeredEarly(body, { Prefer: 'respond-async, WAIT = "3600"; x=y' });
    await decide(body, disqualified);
    expect(outcomeOf(await answering)).toEqual([202, 'disqualified', 'wait=10']);
  });

  it.concurrent.each(['wait=0', 'wait=1.5', 'wait=-1', 'respond-async', 'wait=soon, wait=5'])(
    'is answered at once where it says %s',
    async (prefer) => {
      expect(outcomeOf(await submit(newLead(), { Prefer: prefer }))).toEqual([202, 'pending', null]);
    },
  );

  it.concurrent('reads several headers as one list', async () => {
    const body = newLead();
    const head = ['POST /api/v1/leads/submit HTTP/1.1', 'Host: x', `X-API-Key: ${world.alpha.key}`];
    const json = JSON.stringify(body);
    const rest = ['Content-Type: application/json', `Content-Length: ${json.length}`, 'Connection: close'];
    const answering = sentRaw(
      [...head, 'Prefer: respond-async', 'prefer: wait=9', ...rest, '', json].join('\r\n'),
    );
    await decide(body, disqualified);
    expect(await answering).toMatch(/^HTTP\/1\.1 202 [^]*Preference-Applied: wait=9\r\n[^]*"disqualified"/);
  });

  it.concurrent('is refused at once where it is wrong, and leaves another endpoint as it is', async () => {
    const refused = await submit(newLead({ email: 'nobody' }), LONG);
    expect([refused.status, applied(refused)]).toEqual([400, null]);
    const created = await world.call('createLead', { body: newLead(), headers: LONG });
    expect([created.status, created.headers.get('preference-applied')]).toEqual([201, null]);
  });

  it.concurrent('logs how long it waited, apart from how long it took', async () => {
    const headers = { Prefer: 'wait=1', 'X-Request-Id': 'waits-and-tells' };
    await submit(newLead(), headers);
    const line = await eventually('the request is logged', () =>
      world.logged.find(({ requestId }) => requestId === 'waits-and-tells'),
    );
    expect(line['status']).toBe(202);
    expect(Number(line['durationMs'])).toBeGreaterThan(0);
    // Of the second, whatever accepting has left.
    expect(Number(line['durationMs']) + Number(line['waitedMs'])).toBeGreaterThan(800);
  });
});

describe('a submit with Prefer: wait=N under an Idempotency-Key', () => {
  it.concurrent('has its plain answer kept before it waits, which a repeat gets', async () => {
    const [body, key] = [newLead(), newKey()];
    const answering = answeredEarly(body, { ...LONG, 'Idempotency-Key': key });
    const { submissionId, leadId } = await accepted(body);
    const repeat = await submit(body, { 'Idempotency-Key': key });
    const plain = { success: true, data: { leadId, submissionId, status: 'pending' } };
    expect([repeat.text, applied(repeat)]).toEqual([JSON.stringify(plain), null]);
    expect(repeat.headers.get('idempotent-replayed')).toBe('true');
    await decide(body, disqualified);
    expect(outcomeOf(await answering)).toEqual([202, 'disqualified', 'wait=10']);
    // Nor does the outcome replace it.
    expect((await submit(body, { 'Idempotency-Key': key })).text).toBe(repeat.text);
  });

  it.concurrent('gets the same ids when it is repeated after its connection was cut, and waits itself', async () => {
    const [body, key] = [newLead(), newKey()];
    const headers = { ...LONG, 'Idempotency-Key': key };
    const cutting = new AbortController();
    const first = cuttable(body, headers, cutting.signal);
    const { submissionId, leadId } = await accepted(body);
    cutting.abort();
    await expect(first).rejects.toThrow();
    const repeating = answeredEarly(body, headers);
    await decide(body, disqualified);
    const repeat = await repeating;
    expect(repeat.data).toEqual({ leadId, submissionId, status: 'disqualified' });
    expect([applied(repeat), repeat.headers.get('idempotent-replayed')]).toEqual(['wait=10', 'true']);
  });
});

it.concurrent(
  'while nobody waits nothing is read, and a client that goes away is forgotten at once',
  withItsOwn(openAudible, async (gateway) => {
    const { heard } = gateway;
    // A busy machine may need its time for the rest; one of a few clients is seen to be forgotten before its is over.
    for (let tries = 1; ; tries += 1) {
      const [before, startedAt] = [heard.looks, performance.now()];
      const leaving = new AbortController();
      const waiting = cuttable(newLead(), LONG, leaving.signal, gateway);
      await eventually('somebody looks', () => heard.looks > before);
      leaving.abort();
      await expect(waiting).rejects.toThrow();
      await eventually('nobody looks any more', async () => {
        const seen = heard.looks;
        await pause(1_000);
        return heard.looks === seen;
      });
      if (performance.now() - startedAt < 9_000) return;
      expect(tries).toBeLessThan(4);
    }
  }),
);

it.concurrent(
  'who waits when the database goes away is answered at once with what stands, and no preference applied',
  withItsOwn(openLinked, async (gateway) => {
    const { answering } = await aWaiting(gateway);
    gateway.link.become('cut');
    expect(outcomeOf(await answering)).toEqual([202, 'pending', null]);
    // Not because its time was over.
    expect(gateway.logged).toContainEqual(
      expect.objectContaining({ because: 'the database does not answer', answered: 1 }),
    );
    gateway.link.become('open');
  }),
);

it.concurrent(
  'who waits when a store is seen to be away is answered at once, and so is who comes then',
  withItsOwn(openSeeing, async (gateway) => {
    const { answering } = await aWaiting(gateway);
    gateway.seen.away = true;
    expect(outcomeOf(await answering)).toEqual([202, 'pending', null]);
    expect(outcomeOf(await submit(newLead(), LONG, gateway))).toEqual([202, 'pending', null]);
  }),
);

it.concurrent(
  'a gateway that stops answers all that wait with what stands, and lets nobody wait any more',
  withItsOwn(openGateway, async (gateway) => {
    const waiting = await Promise.all([aWaiting(gateway), aWaiting(gateway), aWaiting(gateway)]);
    gateway.waits.stop();
    for (const { answering } of waiting) expect(outcomeOf(await answering)).toEqual([202, 'pending', null]);
    expect(outcomeOf(await submit(newLead(), LONG, gateway))).toEqual([202, 'pending', null]);
  }),
);

/** A submit whose connection is cut when `signal` says so. */
function cuttable(body: unknown, headers: Headers, signal: AbortSignal, { url, alpha }: Gateway = world) {
  return fetch(`${url}/api/v1/leads/submit`, {
    method: 'POST',
    headers: { ...headers, 'X-API-Key': alpha.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  });
}

/** Sends a request as it is, and returns all that is answered. */
async function sentRaw(request: string): Promise<string> {
  const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
  socket.write(request);
  return text(socket);
}

/** A gateway whose looks at who waits are counted. */
async function openAudible() {
  const gateway = await openGateway({ reached: audible });
  const heard = { looks: 0 };
  const isLook = ({ filter }: Document) =>
    (filter as { readonly $or?: readonly unknown[] } | undefined)?.$or?.length === 3;
  gateway.onClose(hearCommands((command) => isLook(command) && (heard.looks += 1), ['find']));
  return Object.assign(gateway, { heard });
}

/** A gateway that reaches its database over a link. */
async function openLinked() {
  let link: Awaited<ReturnType<typeof linkToMongo>> | undefined;
  const gateway = await openGateway({
    privateRedis: true,
    async reached({ mongodbUrl }) {
      link = await linkToMongo(mongodbUrl);
      return { mongodbUrl: link.url };
    },
  });
  gateway.onClose(() => link?.close());
  return Object.assign(gateway, { link: link! });
}

async function openSeeing() {
  const seen = { away: false };
  return Object.assign(await openGateway({ isStoreAway: () => seen.away }), { seen });
}
