/**
 * Fills the installation's metrics for each scrape of the process that sweeps, so that one process shows them. A source
 * that does not answer is left out rather than shown with old values.
 */
import { cachedFor } from '@sluice/concurrency';
import {
  errorFields,
  redisMemory,
  type InstallationMetrics,
  type Logger,
  type RedisConnection,
} from '@sluice/process';
import type { QueueReport } from '@sluice/queue';
import type { Reports } from '@sluice/reports';
import type { Stores } from '@sluice/store';
import { waitingAtCampaigns } from '../routing/waiting-at.js';
import { capsInUse } from './cap-use.js';
import { readNeedsAttention } from './needs-attention.js';
import type { QueueFigures } from './queue-figures.js';

const COUNTED_HELD = 10_000;
const SHOWN_CAPS = 500;
const SHOWN_TENANTS = 200;
const SHOWN_WAITING = 200;
const COUNTED_ATTENTION_MS = 60_000;

/** The sources of the metrics, and the metrics to fill. */
export interface Measured {
  readonly stores: Pick<Stores, 'clock' | 'disk' | 'forTenant' | 'outbox' | 'tenants'>;
  readonly reports: Pick<Reports, 'leadsAwaitingOperator'>;
  readonly redis: RedisConnection;
  readonly figures: QueueFigures;
  readonly metrics: InstallationMetrics;
  readonly log: Logger;
  /** Whether this process measures now; the gauges of one that does not are empty. */
  readonly leads: () => boolean;
}

/** A group of gauges that are measured together. `look` returns a function that sets them. */
interface Part {
  readonly name: string;
  readonly gauges: readonly { forget(): void }[];
  readonly look: () => Promise<() => void>;
}

/** Returns a function that measures once, to be run before each scrape; it never rejects. */
export function measureInstallation(measured: Measured): () => Promise<void> {
  const parts = [
    queuesPart(measured),
    outboxPart(measured),
    capsPart(measured),
    attentionPart(measured),
    waitingPart(measured),
    redisPart(measured),
    diskPart(measured),
  ];
  return async () => void (await Promise.all(parts.map((part) => measure(part, measured))));
}

async function measure({ name, gauges, look }: Part, { leads, log }: Measured): Promise<void> {
  let show = (): void => undefined;
  try {
    if (leads()) show = await look();
  } catch (error) {
    log.debug('metrics not measured', { part: name, ...errorFields(error) });
  }
  for (const gauge of gauges) gauge.forget();
  show();
}

function queuesPart({ figures, metrics }: Measured): Part {
  const { queueDepth, queueOldestSeconds, queuePaused, queueWorkers } = metrics;
  return {
    name: 'queues',
    gauges: [queueDepth, queueOldestSeconds, queuePaused, queueWorkers],
    look: async () => {
      const reports = await figures();
      return () => reports.forEach((report) => showQueue(metrics, report));
    },
  };
}

function showQueue(metrics: InstallationMetrics, report: QueueReport): void {
  const { name: queue, paused, oldestWaitingMs, workers } = report;
  for (const state of ['waiting', 'active', 'delayed', 'failed'] as const)
    metrics.queueDepth.set({ queue, state }, report[state]);
  metrics.queueOldestSeconds.set({ queue }, oldestWaitingMs / 1000);
  metrics.queuePaused.set({ queue }, paused ? 1 : 0);
  metrics.queueWorkers.set({ queue }, workers);
}

function outboxPart({ stores: { outbox }, metrics }: Measured): Part {
  const { outboxOverdue, outboxLagSeconds, oldestUnfinishedSeconds, heldNow } = metrics;
  return {
    name: 'outbox',
    gauges: [outboxOverdue, outboxLagSeconds, oldestUnfinishedSeconds, heldNow],
    look: async () => {
      const [{ overdue, oldestMs }, unfinishedMs, held] = await Promise.all([
        outbox.lag(),
        outbox.oldestInProgressMs(),
        outbox.held(COUNTED_HELD),
      ]);
      return () => {
        outboxOverdue.set(overdue);
        outboxLagSeconds.set(oldestMs / 1000);
        oldestUnfinishedSeconds.set(unfinishedMs / 1000);
        heldNow.set(held);
      };
    },
  };
}

function capsPart({ stores, metrics: { cap, capUsed } }: Measured): Part {
  return {
    name: 'caps',
    gauges: [cap, capUsed],
    look: async () => {
      // A budget is money, which these gauges of leads do not show.
      const uses = await capsInUse({ stores }, { what: 'caps', most: SHOWN_CAPS });
      return () =>
        uses.forEach(({ tenantId: tenant, of, id, period, ...use }) => {
          cap.set({ tenant, of, id, period }, use.cap);
          capUsed.set({ tenant, of, id, period }, use.used);
        });
    },
  };
}

function attentionPart({ stores, reports, metrics: { needsAttention } }: Measured): Part {
  const read = cachedFor(COUNTED_ATTENTION_MS, () => readNeedsAttention({ stores, reports }, SHOWN_TENANTS));
  return {
    name: 'attention',
    gauges: [needsAttention],
    look: async () => {
      const counts = await read();
      return () =>
        counts.forEach(({ tenantId: tenant, reason, count }) =>
          needsAttention.set({ tenant, reason }, count),
        );
    },
  };
}

function waitingPart({ redis, metrics: { waitingForCampaign } }: Measured): Part {
  return {
    name: 'waiting',
    gauges: [waitingForCampaign],
    look: async () => {
      const campaigns = await waitingAtCampaigns(redis);
      return () =>
        campaigns
          .slice(0, SHOWN_WAITING)
          .forEach(({ tenantId: tenant, campaignId: campaign, waiting }) =>
            waitingForCampaign.set({ tenant, campaign }, waiting),
          );
    },
  };
}

function redisPart({ redis, metrics: { redisUsedBytes, redisMostBytes } }: Measured): Part {
  return {
    name: 'redis',
    gauges: [redisUsedBytes, redisMostBytes],
    look: async () => {
      const { usedBytes, mostBytes } = await redisMemory(redis);
      return () => {
        redisUsedBytes.set(usedBytes);
        if (mostBytes > 0) redisMostBytes.set(mostBytes);
      };
    },
  };
}

function diskPart({ stores, metrics: { diskUsedBytes, diskTotalBytes } }: Measured): Part {
  return {
    name: 'disk',
    gauges: [diskUsedBytes, diskTotalBytes],
    look: async () => {
      const disk = await stores.disk();
      return () => {
        if (!disk) return;
        diskUsedBytes.set(disk.usedBytes);
        diskTotalBytes.set(disk.totalBytes);
      };
    },
  };
}
