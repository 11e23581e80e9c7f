/** How many requests wait for an outcome in one gateway, and what they hold. */
import { duringTests, eventually, frozenBefore } from '@sluice/testing';
import { IncomingMessage, request as httpRequest, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createOutcomeWaits, type OutcomeWaits } from '../src/waiting/outcome-waits.js';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

describe('the room of requests that wait for an outcome', () => {
  it('is for 2,000, of which 1,000 are of one tenant; who finds none is answered at once, and who leaves makes room', () => {
    const { stores, core } = world;
    const waits = createOutcomeWaits({ ...core, stores, isStoreAway: () => false });
    const asks = (tenantId: string) => {
      const response = anUnanswered();
      const data = { leadId: 'lead_x', submissionId: 'sub_x', status: 'pending' };
      const answer = { status: 202, body: JSON.stringify({ success: true, data }) };
      waits.answerLater({ tenant: { tenantId, prefix: 'slk_x' }, data, answer, seconds: 10 }, response);
      return response;
    };
    const waitsOf = (tenantId: string, count: number) =>
      Array.from({ length: count }, () => asks(tenantId)).filter(({ headersSent }) => !headersSent);
    try {
      const ofAlpha = waitsOf('alpha', 1_001);
      expect(ofAlpha).toHaveLength(1_000);
      expect(waitsOf('beta', 999)).toHaveLength(999);
      expect(waitsOf('gamma', 2)).toHaveLength(1);
      const refused = asks('gamma');
      expect([refused.statusCode, refused.getHeader('Preference-Applied')]).toEqual([202, undefined]);
      ofAlpha[0]?.emit('close');
      expect(waitsOf('gamma', 2)).toHaveLength(1);
    } finally {
      waits.stop();
    }
  });
});

describe('who waits while what is read never comes', () => {
  const never = () => new Promise<never>(() => undefined);
  const hanging = () => ({ ...frozenBefore(world.stores, 'leads', 'find', never), atRest: never });
  it.each([
    ['for a look', () => ({ ...world.stores, atRest: never })],
    ['for the lead at the end of the time', hanging],
    ['for a lead that is at rest', () => ({ ...hanging(), atRest: async <A>(asked: A) => asked })],
  ])('%s, is answered when the time is over, with what stands', async (_, stores) => {
    const waits = createOutcomeWaits({ ...world.core, stores: stores(), isStoreAway: () => false });
    const response = anUnanswered(performance.now());
    const bodies: unknown[] = [];
    const end = response.end.bind(response);
    response.end = (body?: unknown) => (bodies.push(body), end());
    const data = { leadId: 'lead_x', submissionId: 'sub_x', status: 'pending' };
    const answer = { status: 202, body: JSON.stringify({ success: true, data }) };
    try {
      waits.answerLater(
        { tenant: { tenantId: 'alpha', prefix: 'slk_x' }, data, answer, seconds: 1 },
        response,
      );
      // However late timers are here, this one is after those that answer.
      await pause(1_700);
      expect([response.headersSent, response.statusCode]).toEqual([true, 202]);
      expect(bodies.map(String)).toEqual([answer.body]);
      expect(response.getHeader('Preference-Applied')).toBeUndefined();
    } finally {
      waits.stop();
    }
  });
});

type Unanswered = Parameters<OutcomeWaits['answerLater']>[1];

/** A response of Node's whose connection sends nothing; none of them is over before the test is, unless it says so. */
function anUnanswered(startedAt = performance.now() + 3_600_000): Unanswered {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const locals = { requestId: 'x', startedAt };
  return Object.assign(response, { locals }) as unknown as Unanswered;
}

it('a request that waits holds no body', async () => {
  const REQUESTS = 40;
  // What the interface does not know is dropped, so that only the body is this long.
  const body = Buffer.from(JSON.stringify({ ...aLead(), padding: 'x'.repeat(200_000) }));
  const most = (REQUESTS * body.length) / 2;
  // What is compiled and opened for the first request is no part of what a request holds.
  const first = await waitingWith(body, 1);
  const before = heldBytes();
  const waiting = await waitingWith(body, REQUESTS);
  await eventually('no body is held', () => {
    if (waiting.some(({ answered }) => answered)) throw new Error('the time to wait is over');
    return heldBytes() - before < most;
  });
  for (const { cut } of [...first, ...waiting]) cut();
}, 60_000);

interface Sent {
  answered: boolean;
  readonly cut: () => void;
}

/** Sends requests that wait, and returns once all are accepted. */
async function waitingWith(body: Buffer, count: number): Promise<readonly Sent[]> {
  const countAccepted = () => world.db.collection('submissions').countDocuments();
  const before = await countAccepted();
  const headers = {
    'X-API-Key': world.alpha.key,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Prefer: 'wait=10',
  };
  const all = Array.from({ length: count }, () => {
    const request = httpRequest(`${world.url}/api/v1/leads/submit`, {
      method: 'POST',
      headers,
      agent: false,
    });
    const sent: Sent = { answered: false, cut: () => request.destroy() };
    request.once('response', () => (sent.answered = true)).on('error', () => undefined);
    request.end(body);
    return sent;
  });
  await eventually('all are accepted', async () => (await countAccepted()) === before + count);
  return all;
}

/** What this process holds in objects and buffers. */
function heldBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
