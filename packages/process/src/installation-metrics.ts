/**
 * Metrics of the whole installation, the same from every process: the load of the queues, and the work left in MongoDB.
 * Only the worker that sweeps serves them, so that a sum over processes counts nothing twice.
 */
import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.js';

/** What is measured of the installation as a whole. */
export type InstallationMetrics = ReturnType<typeof createInstallationMetrics>;

/**
 * A gauge of the installation. `forget` removes a value that cannot be read at the moment, so that no stale value is
 * shown.
 */
export interface InstallationGauge<Label extends string = string> extends Gauge<Label> {
  forget(): void;
}

/** Declares the installation's gauges beside those of the process that serves them. */
export function createInstallationMetrics({ registry }: Pick<Metrics, 'registry'>) {
  function gauge<Label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ): InstallationGauge<Label> {
    const made = new Gauge({ name, help, labelNames, registers: [registry] });
    const forget = () => (labelNames.length === 0 ? made.remove() : made.reset());
    forget();
    return Object.assign(made, { forget });
  }
  return {
    queueDepth: gauge(
      'sluice_queue_depth',
      'Leads or effects in a queue, by state; failed batches under `failed`.',
      ['queue', 'state'],
    ),
    queueOldestSeconds: gauge(
      'sluice_queue_oldest_waiting_seconds',
      'How long the oldest lead or effect in a queue has waited.',
      ['queue'],
    ),
    queuePaused: gauge(
      'sluice_queue_paused',
      '1 while a queue is paused: its jobs wait until an operator resumes it.',
      ['queue'],
    ),
    queueWorkers: gauge('sluice_queue_workers', 'Worker processes that are connected to a queue.', ['queue']),
    outboxOverdue: gauge(
      'sluice_outbox_overdue',
      'Submissions that are past due; at most 10,000 are counted.',
    ),
    outboxLagSeconds: gauge(
      'sluice_outbox_lag_seconds',
      'How long the most overdue submission has been due.',
    ),
    oldestUnfinishedSeconds: gauge(
      'sluice_oldest_unfinished_seconds',
      'How long ago the oldest submission in progress was accepted; held ones do not count.',
    ),
    heldNow: gauge('sluice_held_now', 'Submissions that are held now; at most 10,000 are counted.'),
    needsAttention: gauge(
      'sluice_leads_needing_attention',
      'Leads that wait for an operator, by reason, of `failed` those of the last day; of the first 200 tenants, counted once a minute.',
      ['tenant', 'reason'],
    ),
    waitingForCampaign: gauge(
      'sluice_leads_waiting_for_campaign',
      'Leads that wait because as many as may be are on their way to their campaign; of the 200 campaigns with most of them.',
      ['tenant', 'campaign'],
    ),
    capUsed: gauge(
      'sluice_cap_used',
      'Slots taken under a cap in its current period; of the first 500 caps of active campaigns and their clients.',
      ['tenant', 'of', 'id', 'period'],
    ),
    cap: gauge('sluice_cap', 'The cap that sluice_cap_used may reach.', ['tenant', 'of', 'id', 'period']),
    redisUsedBytes: gauge('sluice_redis_memory_used_bytes', 'Memory that Redis uses.'),
    redisMostBytes: gauge('sluice_redis_memory_max_bytes', 'Memory that Redis may use; absent if unlimited.'),
    diskUsedBytes: gauge(
      'sluice_mongodb_disk_used_bytes',
      "Space in use on MongoDB's disk; absent if MongoDB does not report it.",
    ),
    diskTotalBytes: gauge(
      'sluice_mongodb_disk_total_bytes',
      "The size of MongoDB's disk; absent if MongoDB does not report it.",
    ),
  };
}
