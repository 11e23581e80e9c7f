/**
 * Sends a lead, or many leads in one batch, to every failpoint and ends the process there with SIGKILL, or lets it
 * hang, one failpoint after another, with one or more processes of each worker.
 */
import type { Received } from '@sluice/sink';
import { eventually } from '@sluice/testing';
import type { ServiceName } from '@sluice/local';
import { Redis } from 'ioredis';
import { MongoClient } from 'mongodb';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import type { Receipt } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';
import { gather, inBatches } from './in-progress.js';
import { demoTenantWith } from './demo-tenant-with.js';
import { bodyAgain, bodyOf, campaignOf, endOf, PLACED_BEFORE, refusing } from './window-campaigns.js';
import {
  armed,
  isOfSweep,
  isSubmittedAgain,
  needsFullLimit,
  opensForItsOwnOnly,
  rounds,
  type FailureWindow,
  type WindowEffect,
} from './windows.js';

const workers = leadServices.filter((service) => service !== 'gateway');

/** The effect at the failpoints, and the number of processes of each worker. */
export interface WindowPlay {
  readonly effect: WindowEffect;
  readonly processes: number;
  readonly windows: readonly FailureWindow[];
}

/** The result. */
export interface PlayedWindows {
  readonly installation: Installation;
  /** The receipts of each window's leads. */
  readonly receipt: ReadonlyMap<FailureWindow, Promise<readonly Receipt[]>>;
  /** How many leads or effects were in progress in batches at the failpoint; for the gateway, how many requests. */
  readonly inProgress: ReadonlyMap<FailureWindow, number>;
  /** All requests that reached this path of the sink. */
  readonly received: (path: string) => readonly Received[];
  /** The observation at each failpoint: how its process ended, or that one hangs there. */
  readonly seen: ReadonlyMap<FailureWindow, unknown>;
  /** The status of the liveness probe of each worker whose job was hanging. */
  readonly liveness: ReadonlyMap<FailureWindow, number>;
  readonly inDatabase: <T>(look: (database: ReturnType<MongoClient['db']>) => Promise<T>) => Promise<T>;
  stop(): Promise<void>;
}

/** The time budget of a job in these tests, after which a hanging job is given up. */
const BUDGET_MS = 3_000;
const OPENED_WITHIN_MS = 40_000;

/** An interrupted connection is noticed within this time. */
const CUT_OFF_WITHIN_MS = 200;
/** The diagnostics channel on which fetch reports that a request was sent. */
const SENT = 'undici:request:bodySent';

/**
 * Plays every window once, then restarts all processes to finish the work left undone. Resolves once everything has
 * ended.
 */
export async function playWindows({ effect, processes, windows }: WindowPlay): Promise<PlayedWindows> {
  const installation = await startInstallation({
    tenant: demoTenantWith({
      campaigns: windows.map(campaignOf),
      deliveryEndpoints: [refusing],
    }),
    apart: leadServices,
    processes,
    env: effect === 'hangs' ? { JOB_BUDGET_MS: String(BUDGET_MS) } : undefined,
  });
  const redis = new Redis(installation.backends.redisUrl);
  const arm = (window: FailureWindow) => armed(window, effect);
  const receipt = new Map<FailureWindow, Promise<readonly Receipt[]>>();
  const inProgress = new Map<FailureWindow, number>();
  /** The number of each window's requests that were interrupted. */
  const cutOff = new Map<FailureWindow, number>();
  const received: Received[] = [];
  const seen = new Map<FailureWindow, unknown>();
  const liveness = new Map<FailureWindow, number>();
  /** Services with a process that has ended or hangs. */
  const hurt = new Set<ServiceName>();

  /** Leads that some windows need beforehand: some to be submitted again, and one to take the only slot. */
  async function leadsBefore(): Promise<ReadonlyMap<FailureWindow, readonly Receipt[]>> {
    const needing = windows.filter((window) => isSubmittedAgain(window) || needsFullLimit(window));
    return new Map(
      await Promise.all(
        needing.map(async (window): Promise<[FailureWindow, readonly Receipt[]]> => {
          const before = await postTogether(window, 'first', PLACED_BEFORE);
          await eventually('they are placed', () => none('leads', { ...of([window]), ...pending }), 60_000);
          return [window, before];
        }),
      ),
    );
  }

  async function play(
    round: readonly FailureWindow[],
    first: ReadonlyMap<FailureWindow, readonly Receipt[]>,
  ): Promise<void> {
    const early = round.filter(opensForItsOwnOnly);
    const arming = new Map(early.map((window) => [window.service, arm(window)]));
    await Promise.all(
      [...new Set([...arming.keys(), ...hurt])].map((service) => startAnew(service, arming.get(service))),
    );
    for (const window of round) {
      if (!early.includes(window)) {
        // Any request or lead opens this window, so an earlier request must not be repeated once it is armed: a worker
        // may have ended with its lead before the gateway had answered.
        await Promise.all(receipt.values());
        await startAnew(window.service, arm(window));
      }
      const known = isSubmittedAgain(window) ? first.get(window) : undefined;
      const more = window.name === 'before-hold' ? 200 : 0;
      const isWaitedFor = window.leads > 1 && window.service !== 'gateway';
      if (isWaitedFor) installation.signal(window.service, 'SIGSTOP');
      const posted = postTogether(window, '', more, known);
      receipt.set(window, posted);
      if (isWaitedFor) await gather(redis, window, await posted);
      if (isWaitedFor) installation.signal(window.service, 'SIGCONT');
      await opens(window);
    }
    // A restart does not help a hanging job, so its lead must end in the meantime.
    if (effect === 'hangs') await haveEnded(round);
    keepReceived();
  }

  /** Posts the window's leads. Many are posted to a stopped gateway, so that they reach it in one moment. */
  async function postTogether(
    window: FailureWindow,
    which: string,
    more: number,
    known?: readonly Receipt[],
  ): Promise<readonly Receipt[]> {
    const { leads } = window;
    let sent = 0;
    const countSent = () => void (sent += 1);
    if (leads > 1) installation.signal('gateway', 'SIGSTOP');
    subscribe(SENT, countSent);
    const bodyFor = (n: number) => {
      const before = known?.[n];
      return before ? bodyAgain(window, n, before.leadId) : bodyOf(window, more + n);
    };
    const posted = Array.from({ length: leads }, (_, n) =>
      insist(window, `${window.campaignId} ${which} ${n}`, bodyFor(n)),
    );
    if (leads > 1) await eventually('all requests are sent', () => sent >= leads);
    unsubscribe(SENT, countSent);
    installation.signal('gateway', 'SIGCONT');
    return Promise.all(posted);
  }

  // Only one process sweeps at a time, so the process under test must be the last one running.
  async function playSweep(window: FailureWindow): Promise<void> {
    if (hurt.has('gateway')) await startAnew('gateway');
    for (const worker of workers) await end(worker);
    const accepted = await postTogether(window, '', 0);
    receipt.set(window, Promise.resolve(accepted));
    // A submission that still waits in its queue is not requeued.
    await redis.flushall();
    const { submissions } = installation.stores.forTenant('demo');
    // As if their 20 s had already passed.
    await Promise.all(
      accepted.map(({ submissionId }) => submissions.postpone(submissionId, new Date(Date.now() - 1_000))),
    );
    await startAnew('sms', arm(window));
    await opens(window);
  }

  async function opens(window: FailureWindow): Promise<void> {
    // Not awaited here, because the answer may come only after the process is restarted.
    receipt.get(window)?.catch(() => undefined);
    const { service, name } = window;
    if (effect === 'hangs') {
      const line = `"failpoint":"${name}"`;
      await eventually(
        `${service} hangs at ${name}`,
        () => installation.log(service).includes(line),
        OPENED_WITHIN_MS,
      );
      seen.set(window, 'hangs');
      inProgress.set(window, await countInProgress(window));
      if (service !== 'gateway' && !isOfSweep(window)) await probed(window);
    } else {
      const waited = pause(OPENED_WITHIN_MS, { signal: 'none in time' }, { ref: false });
      seen.set(window, await Promise.race([installation.firstEnded(service), waited]));
      inProgress.set(window, await countInProgress(window));
    }
    hurt.add(service);
  }

  async function countInProgress(window: FailureWindow): Promise<number> {
    const { service } = window;
    if (isOfSweep(window)) return inBatches(redis, 'qualification', 'prioritized');
    if (service !== 'gateway') return inBatches(redis, service, 'active');
    await pause(CUT_OFF_WITHIN_MS);
    return cutOff.get(window) ?? 0;
  }

  // With several processes, the probe may not reach the one that hangs first.
  async function probed(window: FailureWindow): Promise<void> {
    const statuses = async () =>
      Promise.all(
        installation
          .healthUrls(window.service)
          .map(async (url) => (await fetch(`${url}/healthz`).catch(() => undefined))?.status ?? 0),
      );
    await eventually(
      `${window.service} is not healthy`,
      async () => (await statuses()).includes(503),
      20_000,
    );
    liveness.set(window, Math.max(...(await statuses())));
  }

  async function end(service: ServiceName): Promise<void> {
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    hurt.add(service);
  }

  async function startAnew(service: ServiceName, env?: Readonly<Record<string, string>>): Promise<void> {
    await end(service);
    await installation.restart(service, env);
    hurt.delete(service);
  }

  /** Posts under the same key until the lead is accepted, as a careful affiliate does. */
  async function insist(window: FailureWindow, key: string, body: Record<string, unknown>): Promise<Receipt> {
    let tries = 0;
    return eventually(
      `${key} is accepted`,
      async () => {
        tries += 1;
        try {
          const response = await fetch(`${installation.url}/api/v1/leads/submit`, {
            method: 'POST',
            headers: {
              'X-API-Key': installation.apiKey,
              'Content-Type': 'application/json',
              'Idempotency-Key': key,
            },
            body: JSON.stringify(body),
            signal: AbortSignal.timeout(10_000),
          });
          if (response.status === 202) return ((await response.json()) as { data: Receipt }).data;
        } catch {
          // The connection was interrupted, so the outcome is unknown.
          if (tries === 1) cutOff.set(window, (cutOff.get(window) ?? 0) + 1);
        }
        await pause(200);
        return undefined;
      },
      60_000,
    );
  }

  /** Waits until all leads of these windows have ended; fails with those that have not. */
  async function haveEnded(among: readonly FailureWindow[]): Promise<void> {
    for (const window of among) await receipt.get(window);
    const waiting = { ...of(among), ...pending };
    await eventually('the leads end', () => none('leads', waiting), 90_000).catch(async (cause: unknown) => {
      const left = await inDatabase((database) => database.collection('leads').find(waiting).toArray());
      throw new Error(`These leads have not ended: ${JSON.stringify(left)}`, { cause });
    });
  }

  /** Keeps every received request, because the sink's own memory is bounded. */
  function keepReceived(): void {
    received.push(...installation.sink.received({ limit: 100_000 }));
    installation.sink.clear();
  }

  async function inDatabase<T>(look: (database: ReturnType<MongoClient['db']>) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(installation.backends.mongodbUrl);
    try {
      return await look(client.db());
    } finally {
      await client.close();
    }
  }

  const count = async (collection: string, filter: Record<string, unknown>, expected: number) =>
    (await inDatabase((database) => database.collection(collection).countDocuments(filter))) === expected;
  const none = (collection: string, filter: Record<string, unknown>) => count(collection, filter, 0);

  try {
    const first = await leadsBefore();
    for (const round of rounds(windows)) await play(round, first);
    for (const window of windows.filter(isOfSweep)) await playSweep(window);
    await Promise.all([...hurt].map((service) => startAnew(service)));
    await haveEnded(windows);
    await eventually('every effect is done', () => none('effects', { status: 'due' }), 90_000);
    // An audit releases the slots of a dead worker, twice a minute.
    await eventually('no slot is left open', () => none('counts', { 'open.0': { $exists: true } }), 90_000);
    // Such a slot may have kept a lead waiting, which is routed now.
    const queued = windows.reduce((sum, window) => sum + endOf(window).queued, 0);
    await eventually('no lead waits although a slot is free', () =>
      count('leads', { status: 'queued' }, queued),
    );
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    installation,
    receipt,
    inProgress,
    seen,
    liveness,
    inDatabase,
    stop,
    received: (path) => {
      keepReceived();
      return received.filter((one) => one.path === path);
    },
  };

  async function stop(): Promise<void> {
    redis.disconnect();
    await installation.stop();
  }
}

const pending = { status: 'pending' };

function of(among: readonly FailureWindow[]) {
  return { campaignId: { $in: among.map(({ campaignId }) => campaignId) } };
}
