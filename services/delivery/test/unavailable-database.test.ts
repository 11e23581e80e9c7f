import { setTimeout as pause } from 'node:timers/promises';
import { webhookQueue, type StagePayload } from '@sluice/contracts';
import { isStoreUnavailable, type Stores } from '@sluice/store';
import { eventually, openLink, putTenant, withItsOwn, type Link, type LinkState } from '@sluice/testing';
import { openDeliveryWorker, type DeliveryWorker } from './delivery-worker.js';

/** A delivery worker whose stores are behind a link. */
interface LinkedWorker extends DeliveryWorker {
  readonly link: Link;
  readonly linkedStores: Stores;
}

async function openLinkedWorker(): Promise<LinkedWorker> {
  const worker = await openDeliveryWorker();
  const url = new URL(worker.mongodbUrl);
  const link = await openLink(Number(url.port));
  worker.onClose(() => link.close());
  url.port = String(link.port);
  url.searchParams.set('directConnection', 'true');
  return Object.assign(worker, { link, linkedStores: await openImpatient(worker, url.href) });
}

/** Stores that soon notice that the database is away. On a busy machine, opening takes longer than that. */
async function openImpatient(worker: DeliveryWorker, url: string): Promise<Stores> {
  let opened: Stores | undefined;
  await eventually(
    'the stores are open',
    async () => {
      opened = await worker.openStores({ connectTimeoutMs: 500 }, url).catch((error: unknown) => {
        if (isStoreUnavailable(error)) return undefined;
        throw error;
      });
      return opened !== undefined;
    },
    20_000,
  );
  return opened as Stores;
}

/**
 * Starts a delivery whose buyer answers while the worker's link to the database is in this state. `outcome`
 * waits for the outcome of the stage, or for what it throws.
 */
async function deliver(
  worker: LinkedWorker,
  payload: StagePayload,
  { status, state }: { readonly status: number; readonly state: LinkState },
  workerStores: Stores = worker.linkedStores,
) {
  const callsBefore = worker.calls();
  worker.answers({ status, delayMs: 1_000 });
  let isEnded = false;
  const ended = worker
    .deliver(payload, { first: true }, workerStores)
    .then(
      ({ outcome }) => outcome,
      (error: unknown) => error,
    )
    .finally(() => (isEnded = true));
  while (worker.calls() === callsBefore && !isEnded) await pause(10);
  worker.link.become(state);
  return {
    outcome: async () => {
      await eventually('the delivery has ended', () => isEnded, 20_000);
      return ended;
    },
    isEnded: () => isEnded,
    calls: () => worker.calls() - callsBefore,
  };
}

/** The outcomes of the attempts that were made. */
const attempts = async ({ mine }: LinkedWorker, { submissionId }: StagePayload) => {
  const made = await mine.attempts.of(submissionId);
  return made.map(({ outcome }) => outcome?.kind);
};

const answers = [
  { what: 'an acceptance', status: 200, state: 'cut', awayMs: 2_000, attempt: 'accepted', end: 'delivered' },
  // Longer than the driver takes to notice it.
  {
    what: 'an acceptance',
    status: 200,
    state: 'half_open',
    awayMs: 5_000,
    attempt: 'accepted',
    end: 'delivered',
  },
  { what: 'a refusal', status: 422, state: 'cut', awayMs: 2_000, attempt: 'rejected', end: 'rejected' },
] as const;
type Answer = (typeof answers)[number];

describe("a buyer's answer that arrives while the database is unavailable", () => {
  it.concurrent.each(answers)(
    'is recorded once the database is back, so that the buyer gets the lead once: $what (link $state)',
    withItsOwn(openLinkedWorker, async (worker, { status, state, awayMs, attempt, end }: Answer) => {
      const payload = await worker.routed('BUYER');
      const { outcome, isEnded, calls } = await deliver(worker, payload, { status, state });
      await pause(1_000 + awayMs);
      expect(await attempts(worker, payload)).toEqual([undefined]);
      expect(isEnded()).toBe(false);
      worker.link.become('open');
      expect(await outcome()).toBe(end);
      expect(await attempts(worker, payload)).toEqual([attempt]);
      expect(await worker.decided(payload)).toMatchObject({ kind: end });
      await worker.deliver(payload);
      expect(calls()).toBe(1);
    }),
    60_000,
  );

  it.concurrent(
    'is recognised if only the answer of the database was lost, so that its effects are enqueued at once',
    withItsOwn(openLinkedWorker, async (worker) => {
      const { core, link, mine } = worker;
      const webhooks = { url: 'https://hooks.example/events' };
      await putTenant(core.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: { webhooks } });
      const payload = await worker.routed('BUYER');
      const { outcome } = await deliver(worker, payload, { status: 200, state: 'slow' });
      while (!(await worker.decided(payload))) await pause(5);
      link.become('cut');
      await pause(1_000);
      link.become('open');
      expect(await outcome()).toBe('delivered');
      const effects = await mine.effects.ofSubmission(payload.submissionId);
      expect(effects.map(({ trigger }) => trigger)).toContain('lead.delivered');
      const waiting = async () => (await core.producer.load(webhookQueue)).waiting;
      await eventually('it is enqueued', async () => (await waiting()) > 0, 5_000);
      expect(await waiting()).toBe(1);
    }),
    60_000,
  );

  it.concurrent(
    'is given up when the lease ends, because another worker may send the lead from then on',
    withItsOwn(openLinkedWorker, async (worker) => {
      const { core, linkedStores } = worker;
      let passedMs = 0;
      const clock = {
        ...linkedStores.clock,
        now: () => new Date(core.stores.clock.now().getTime() + passedMs),
      };
      const payload = await worker.routed('BUYER');
      const cut = { status: 200, state: 'cut' } as const;
      const { outcome, isEnded } = await deliver(worker, payload, cut, { ...linkedStores, clock });
      await pause(3_000);
      expect(isEnded()).toBe(false);
      passedMs = 60_000;
      expect(isStoreUnavailable(await outcome())).toBe(true);
    }),
    60_000,
  );
});
