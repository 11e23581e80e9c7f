/**
 * A worker process from start to stop: serves its health, waits for its stores, runs one stage and the sweep, and on a
 * signal closes everything in reverse order.
 */
import type { EffectPayload, StagePayload } from '@sluice/contracts';
import type { Health } from '@sluice/http';
import { createInstallationMetrics, finishWithinMs, workerConnection } from '@sluice/process';
import { createProducer, startStage, watchQueue, type Stage } from '@sluice/queue';
import { isStoreUnavailable, UnknownSealingKeyError } from '@sluice/store';
import { createReports } from '@sluice/reports';
import type { Core } from './core.js';
import { keepHistory } from './figures/keep-history.js';
import { measureInstallation } from './figures/measure-installation.js';
import { stuckReason } from './liveness.js';
import { openProcess, serveProcessHealth, type ProcessConfig } from './open-process.js';
import { unlessOnHold } from './holds/unless-on-hold.js';
import { failAlone } from './sweep/fail-alone.js';
import { finishPlans } from './sweep/finish-plans.js';
import { startSweep } from './sweep/sweep.js';
import { watchHold, type HoldWatch } from './watch-hold.js';

/** The configuration that every worker has. */
export interface WorkerConfig extends ProcessConfig {
  readonly JOB_BUDGET_MS?: number | undefined;
  readonly CONCURRENCY: number;
}

/** Adds something to what is closed when the process stops. */
export type OnClose = (what: string, close: () => Promise<void>) => void;

/**
 * Runs `stage` until the process receives a signal to stop. `deps` adds what its stages need beyond the core, and what is
 * to be closed with it. `beside` are stages on other queues that the process runs too, each with its queue's own concurrency.
 */
export async function runWorker<Payload extends StagePayload | EffectPayload, Deps extends Core>(
  config: WorkerConfig,
  stage: Stage<Payload, Deps>,
  deps: (core: Core, onClose: OnClose) => Deps,
  beside: readonly Stage<EffectPayload, Deps>[] = [],
): Promise<void> {
  const worker = await openProcess(stage.queue.name, config);
  const { log, shutdown, graceMs, metrics, stores, redis, figures, dependencies, readiness } = worker;
  const working = workerConnection(config.REDIS_URL, log);
  shutdown.onClose('redis (working)', async () => working.disconnect());

  let stuck: Health['stuck'] = () => undefined;
  await serveProcessHealth(worker, config.HEALTH_PORT, {
    ready: async () => {
      const away = dependencies.away();
      if (away.length > 0) throw new Error(`${away.join(' and ')} does not answer`);
      if (working.status !== 'ready') throw new Error('redis is not connected');
    },
    stuck: () => stuck(),
  });
  let hold: HoldWatch | undefined;
  await readiness.begin(async () => {
    await stores.begin();
    if (stage.queue.callsReceivers) hold = await watchHold(worker);
  });

  const producer = createProducer(redis);
  const core: Core = { stores, reports: createReports(stores), producer, log, metrics };
  shutdown.onClose('producer', () => producer.close());

  // What a process left that died with this one, without waiting for the sweep.
  void failAlone(core, 'plans', {}, () => finishPlans(core, stores.clock.now()));
  const sweep = startSweep(core);
  shutdown.onClose('sweep', () => sweep.stop());
  // Of the whole installation, so that it is seen once, and while the dashboard is down.
  const leads = () => sweep.leads();
  const measured = { stores, reports: core.reports, redis, figures, log, leads };
  metrics.beforeScrape.push(
    measureInstallation({ ...measured, metrics: createInstallationMetrics(metrics) }),
  );
  shutdown.onClose('history', keepHistory({ stores, figures, log, leads }));

  const withDeps = deps(core, (what, close) => shutdown.onClose(what, close));
  const checks: (() => string | undefined)[] = [];
  const start = <P extends StagePayload | EffectPayload>(one: Stage<P, Deps>) => {
    const watch = watchQueue(one.queue, redis);
    shutdown.onClose(`queue watch of ${one.queue.name}`, () => watch.stop());
    const running = startStage(one.queue.callsReceivers ? unlessOnHold(one) : one, withDeps, {
      connection: working,
      producer,
      log,
      metrics,
      now: () => stores.clock.now(),
      budgetMs: config.JOB_BUDGET_MS,
      finishWithinMs: finishWithinMs(graceMs),
      // Without the key of a suppression list its leads wait, however long.
      isWaiting: (error) =>
        isStoreUnavailable(error) || (error instanceof UnknownSealingKeyError && !one.queue.callsReceivers),
    });
    checks.push(() => running.overdue() ?? stuckReason(running.progress, watch, Date.now()));
    return () => running.close();
  };
  const closings = [start({ ...stage, queue: { ...stage.queue, concurrency: config.CONCURRENCY } })];
  for (const one of beside) closings.push(start(one));
  // Together, because each waits for its calls in flight.
  shutdown.onClose('stage', async () => void (await Promise.all(closings.map((close) => close()))), graceMs);
  hold?.start();
  shutdown.onClose('hold', async () => hold?.stop());

  stuck = () => checks.map((check) => check()).find((reason) => reason !== undefined);
  log.info('ready', hold?.isOn() ? { onHold: true } : {});
}
