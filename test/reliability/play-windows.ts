/**
 * Takes a lead to every named line and lets the process there end with SIGKILL, or wait for ever, one line after the
 * other, with one or more processes of each worker.
 */
import { MongoClient } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { leadBody, type Told } from '../harness/affiliate.js';
import {
  eventually,
  startInstallation,
  type Installation,
  type LeadService,
} from '../harness/installation.js';
import { tenantFileWith } from './tenant-file.js';
import {
  armed,
  opensForItsOwnOnly,
  rounds,
  sweepWindow,
  windows,
  type FailureWindow,
  type WindowEffect,
} from './windows.js';

const workers = ['qualification', 'routing', 'delivery', 'webhook', 'pixel', 'sms'] as const;

/** What happens at the lines, and how many processes of each worker there are. */
export interface WindowPlay {
  readonly effect: WindowEffect;
  readonly processes: number;
}

/** What came of it. */
export interface PlayedWindows {
  readonly installation: Installation;
  /** What the affiliate was told of the lead of each window. */
  readonly told: ReadonlyMap<FailureWindow, Promise<Told>>;
  /** What was seen at each line: how its process ended, or that one waits there. */
  readonly seen: ReadonlyMap<FailureWindow, unknown>;
  /** What the workers whose job hung answered to a probe of their liveness while it did. */
  readonly liveness: ReadonlyMap<FailureWindow, number>;
  readonly inDatabase: <T>(look: (database: ReturnType<MongoClient['db']>) => Promise<T>) => Promise<T>;
  stop(): Promise<void>;
}

/** A job that hangs is given up after this long here. */
const BUDGET_MS = 3_000;
const OPENED_WITHIN_MS = 40_000;

const campaign = ({ campaignId, name }: FailureWindow) => ({
  campaignId,
  name: `Window ${campaignId}`,
  clientId: 'cli_borden',
  offerId: 'off_roundup',
  settings: { dedupeEnabled: true },
  deliveryLimits: [
    { type: 'daily', cap: name === 'before-hold' ? 1 : 40, action: 'queue' },
    { type: 'lifetime', cap: 50, action: 'queue' },
  ],
  pixelRules: [
    {
      ...{ id: 'px', name: 'Qualified', active: true, triggerPoint: 'lead_qualified', fireOnce: true },
      ...{ pixelId: '1234567890', platform: 'facebook', eventName: 'Lead' },
    },
  ],
});

/** Plays every window once; what was left undone is looked at when all are back. Resolves when everything is at rest. */
export async function playWindows({ effect, processes }: WindowPlay): Promise<PlayedWindows> {
  const installation = await startInstallation({
    tenantFile: tenantFileWith({ campaigns: windows.map(campaign) }),
    processes,
    ...(effect === 'hangs' && { env: { JOB_BUDGET_MS: String(BUDGET_MS) } }),
  });
  const told = new Map<FailureWindow, Promise<Told>>();
  const seen = new Map<FailureWindow, unknown>();
  const liveness = new Map<FailureWindow, number>();
  /** Services of which a process has ended, or hangs. */
  const hurt = new Set<LeadService>();

  /** Leads that two windows need beforehand: one to be submitted once more, and one to take the only slot. */
  async function leadsBefore(): Promise<ReadonlyMap<FailureWindow, Told>> {
    const needing = windows.filter(({ name }) =>
      ['after-follow-up-before-lead', 'before-hold'].includes(name),
    );
    return new Map(
      await Promise.all(
        needing.map(async (window): Promise<[FailureWindow, Told]> => {
          const before = await insist(`${window.campaignId} first`, bodyOf(window, 100));
          const { leads } = installation.stores.forTenant('demo');
          await eventually(
            'it is placed',
            async () => (await leads.find(before.leadId))?.status === 'delivered',
          );
          return [window, before];
        }),
      ),
    );
  }

  async function play(
    round: readonly FailureWindow[],
    first: ReadonlyMap<FailureWindow, Told>,
  ): Promise<void> {
    const early = round.filter(opensForItsOwnOnly);
    const arming = new Map(early.map((window) => [window.service, armed(window, effect)]));
    await Promise.all(
      [...new Set([...arming.keys(), ...hurt])].map((service) => startAnew(service, arming.get(service))),
    );
    for (const window of round) {
      if (!early.includes(window)) await startAnew(window.service, armed(window, effect));
      const known = window.name === 'after-follow-up-before-lead' && first.get(window);
      const body = bodyOf(window, window.name === 'before-hold' ? 200 : known ? 100 : 0);
      told.set(window, insist(window.campaignId, known ? { ...body, leadId: known.leadId } : body));
      await opens(window);
    }
    // What hangs is not helped by a process that is started anew: its lead has to end meanwhile.
    if (effect === 'hangs') await eventually('the leads end', () => allAtRest(round), 90_000);
  }

  // Only one process sweeps at a time; to be the one, it has to be the last.
  async function playSweep(): Promise<void> {
    if (hurt.has('gateway')) await startAnew('gateway');
    for (const worker of workers) await end(worker);
    const accepted = await insist(sweepWindow.campaignId, bodyOf(sweepWindow));
    told.set(sweepWindow, Promise.resolve(accepted));
    const { submissions } = installation.stores.forTenant('demo');
    // As if its 20 s were over already.
    await submissions.postpone(accepted.submissionId, new Date());
    await startAnew('sms', armed(sweepWindow, effect));
    await opens(sweepWindow);
  }

  async function opens(window: FailureWindow): Promise<void> {
    // Nobody waits for the answer here: it may not come before the process is back.
    told.get(window)?.catch(() => undefined);
    const { service, name } = window;
    if (effect === 'hangs') {
      const line = `"failpoint":"${name}"`;
      await eventually(
        `${service} hangs at ${name}`,
        () => installation.log(service).includes(line),
        OPENED_WITHIN_MS,
      );
      seen.set(window, 'hangs');
      if (service !== 'gateway' && window !== sweepWindow) await probed(window);
    } else {
      const waited = pause(OPENED_WITHIN_MS, { signal: 'none in time' }, { ref: false });
      seen.set(window, await Promise.race([installation.firstEnded(service), waited]));
    }
    hurt.add(service);
  }

  // With several processes, the one that hangs is not always the one that is asked.
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

  async function end(service: LeadService): Promise<void> {
    installation.signal(service, 'SIGKILL');
    await installation.ended(service);
    hurt.add(service);
  }

  async function startAnew(service: LeadService, env?: Readonly<Record<string, string>>): Promise<void> {
    await end(service);
    await installation.restart(service, env);
    hurt.delete(service);
  }

  /** Posts until it is accepted, always under the same key, as a careful affiliate does. */
  async function insist(key: string, body: Record<string, unknown>): Promise<Told> {
    return eventually(
      `${key} is accepted`,
      async () => {
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
          if (response.status === 202) return ((await response.json()) as { data: Told }).data;
        } catch {
          // Cut off: nobody knows what became of it.
        }
        await pause(200);
        return undefined;
      },
      60_000,
    );
  }

  async function allAtRest(among: readonly FailureWindow[]): Promise<boolean> {
    const { leads } = installation.stores.forTenant('demo');
    const found = await Promise.all(
      among.map(async (window) => leads.find((await told.get(window))?.leadId ?? '')),
    );
    return found.every((lead) => lead !== undefined && lead.status !== 'pending');
  }

  async function inDatabase<T>(look: (database: ReturnType<MongoClient['db']>) => Promise<T>): Promise<T> {
    const client = await MongoClient.connect(installation.backends.mongodbUrl);
    try {
      return await look(client.db());
    } finally {
      await client.close();
    }
  }

  const none = async (collection: string, filter: Record<string, unknown>): Promise<boolean> =>
    (await inDatabase((database) => database.collection(collection).countDocuments(filter))) === 0;

  try {
    const first = await leadsBefore();
    for (const round of rounds()) await play(round, first);
    await playSweep();
    await Promise.all([...hurt].map((service) => startAnew(service)));
    await eventually('every lead has come to rest', () => allAtRest(windows), 90_000);
    await eventually('every effect is done', () => none('effects', { status: 'due' }), 90_000);
    // Slots that a worker took with it are given back by an audit, twice a minute.
    await eventually('no slot is left open', () => none('counters', { 'open.0': { $exists: true } }), 90_000);
  } catch (error) {
    await installation.stop();
    throw error;
  }
  return { installation, told, seen, liveness, inDatabase, stop: () => installation.stop() };
}

function bodyOf(window: FailureWindow, more = 0): Record<string, unknown> {
  return leadBody(50_000 + windows.indexOf(window) + more, { campaignId: window.campaignId });
}
