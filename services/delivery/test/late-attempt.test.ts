import type { Destination } from '@sluice/domain';
import type { RoutingOutcome, LoadedSubmission } from '@sluice/pipeline';
import { createCircuits, type OutboundAnswer } from '@sluice/providers';
import { createMetrics, newId, silentLogger } from '@sluice/process';
import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { attempt } from '../src/attempt.js';
import type { DeliveryDeps } from '../src/deps.js';

const world = duringTests(openWorld);

const destination = {
  kind: 'http',
  key: 'end_v',
  url: 'https://buyer.example',
  method: 'POST',
  headers: {},
  timeoutMs: 1_000,
  responseRules: [],
  onAmbiguous: 'retry',
  format: 'json',
  trace: [],
} as unknown as Destination;
const routing = {
  generation: 0,
  routed: { campaignId: 'ACMRU', clientId: 'cli_acme', slots: [], reservedAt: new Date() },
} as unknown as RoutingOutcome;
const quoting: OutboundAnswer = {
  kind: 'answered',
  status: 422,
  headers: {},
  durationMs: 5,
  body: '{"message":"no thanks, Ada"}',
  bodyRead: '{"message":"no thanks, Ada"}',
} as OutboundAnswer;

/**
 * Makes an attempt in a worker that freezes for a minute at `place`, while `meanwhile` happens; returns the number of
 * calls and the attempts as recorded.
 */
async function frozen(
  place: 'before the call' | 'during the call' | 'nowhere',
  meanwhile: (submissionId: string) => Promise<unknown> = async () => undefined,
) {
  let calls = 0;
  let frozenMs = 0;
  const submissionId = newId('submission');
  const { stores } = world;
  const mine = stores.forTenant('demo');
  const attempts = {
    ofGeneration: mine.attempts.ofGeneration.bind(mine.attempts),
    claim: async (...args: Parameters<typeof mine.attempts.claim>) => {
      const claimed = await mine.attempts.claim(...args);
      if (place === 'before the call') frozenMs = 60_000;
      return claimed;
    },
    conclude: mine.attempts.conclude.bind(mine.attempts),
    concludeIfUnchanged: mine.attempts.concludeIfUnchanged.bind(mine.attempts),
    cancel: mine.attempts.cancel.bind(mine.attempts),
  };
  const submission = {
    tenantId: 'demo',
    submissionId,
    leadId: newId('lead'),
    campaignId: 'BUYER',
    data: { firstName: 'Ada' },
  };
  const deps = {
    stores: { ...stores, clock: { now: () => new Date(stores.clock.now().getTime() + frozenMs) } },
    outbound: {
      send: async () => {
        calls += 1;
        if (place === 'during the call') frozenMs = 60_000;
        await meanwhile(submissionId);
        return quoting;
      },
    },
    circuits: createCircuits(),
    log: silentLogger,
    metrics: createMetrics('test'),
  } as unknown as DeliveryDeps;
  const loaded = {
    submission,
    generation: 0,
    stores: { ...mine, attempts },
  } as unknown as LoadedSubmission<'delivery'>;
  const { kind } = await attempt({ deps, loaded, routing, destination, made: [], certificate: [] });
  const made = await mine.attempts.of(submissionId);
  return { kind, calls, made, outcome: made[0]?.outcome };
}

describe('a delivery attempt whose worker was frozen beyond its lease', () => {
  it('is not made, because other workers treat it as over, and is recorded as not sent', async () => {
    expect(await frozen('before the call')).toMatchObject({
      kind: 'look_again',
      calls: 0,
      outcome: { kind: 'retry', reason: 'not_sent', nextAt: expect.any(Date) as Date },
    });
  });

  it('does not end the delivery by a refusal while another worker makes the next attempt', async () => {
    const next = (submissionId: string) =>
      world.stores.forTenant('demo').attempts.claim(
        { submissionId, generation: 0 },
        {
          n: 2,
          url: destination.url,
          startedAt: new Date(),
          leaseUntil: new Date(Date.now() + 120_000),
        },
      );
    const { kind, made } = await frozen('during the call', next);
    expect([kind, made.length, made[1]?.ending]).toEqual(['look_again', 2, undefined]);
  });

  it('ends the delivery by a refusal once no worker can make the next attempt', async () => {
    const { kind, made } = await frozen('during the call');
    expect([kind, made[1]?.ending?.kind]).toEqual(['made', 'rejected']);
    expect(JSON.stringify(made)).not.toMatch(/Ada/);
    expect((await frozen('nowhere')).made).toHaveLength(1);
  });

  it("is recorded with its outcome but without the buyer's answer, because the person may have been erased", async () => {
    expect(JSON.stringify((await frozen('nowhere')).outcome)).toMatch(/Ada/);
    const { calls, outcome } = await frozen('during the call');
    expect([calls, outcome?.kind]).toEqual([1, 'rejected']);
    expect(JSON.stringify(outcome)).not.toMatch(/Ada/);
  });
});
