/**
 * Health of a process: alive while the event loop turns and work makes progress, ready while it can answer or work.
 * Liveness never depends on the stores: a dead database must not restart the workers that wait for it.
 */
import { withDeadline } from '@sluice/concurrency';
import express, { type Express, type Router } from 'express';
import { createServer, type Server } from 'node:http';
import type { DependencyState } from '@sluice/process';
import type { Metrics } from '@sluice/process';

/** What a process reports about itself. */
export interface Health {
  /** Throws, with the reason, while the process cannot take work. */
  readonly ready: () => Promise<void>;
  /** What is stuck, if anything. */
  readonly stuck: () => string | undefined;
  /** The dependencies of the process with their last known state. */
  readonly dependencies?: () => Readonly<Record<string, DependencyState>>;
}

/**
 * Further requests that the health port answers, by path. Each resolves to an object that is sent as JSON, or rejects
 * with the reason.
 */
export type InternalAnswers = Readonly<Record<string, () => Promise<object>>>;

/** A probe waits no longer than this. */
const READY_WITHIN_MS = 5_000;

/** `/healthz`, `/readyz` and `/metrics` with all details, for the port that only operators can reach. */
function healthRoutes(health: Health, metrics: Metrics, answers: InternalAnswers): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    const stuck = health.stuck();
    response
      .status(stuck === undefined ? 200 : 503)
      .json(stuck === undefined ? { alive: true } : { alive: false, stuck });
  });
  router.get('/readyz', async (_request, response) => {
    const because = await unreadiness(health);
    const dependencies = health.dependencies?.();
    response.status(because === undefined ? 200 : 503).json({
      ready: because === undefined,
      because,
      dependencies,
    });
  });
  router.get('/metrics', async (_request, response) => {
    await Promise.all(metrics.beforeScrape.map((look) => look()));
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  for (const [path, answer] of Object.entries(answers)) {
    router.get(path, (_request, response) =>
      answer().then(
        (found) => void response.json(found),
        (error: unknown) =>
          void response.status(503).json({ because: error instanceof Error ? error.message : String(error) }),
      ),
    );
  }
  return router;
}

/** Mounts `/healthz` and `/readyz` on a public port: only a status, without details. */
export function mountPublicHealth(app: Express, health: Health): void {
  app.get('/healthz', (_request, response) => {
    const alive = health.stuck() === undefined;
    response.status(alive ? 200 : 503).json({ alive });
  });
  app.get('/readyz', async (_request, response) => {
    const ready = (await unreadiness(health)) === undefined;
    response.status(ready ? 200 : 503).json({ ready });
  });
}

async function unreadiness(health: Health): Promise<string | undefined> {
  try {
    await withDeadline('the look at the stores', READY_WITHIN_MS, health.ready());
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Serves a process's health on a port of its own, together with `answers`. */
export async function serveHealth(
  port: number,
  health: Health,
  metrics: Metrics,
  answers: InternalAnswers = {},
): Promise<Server> {
  const app: Express = express();
  app.disable('x-powered-by');
  app.use(healthRoutes(health, metrics, answers));
  const server = createServer(app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    // Exclusive to this process, even where sibling processes share its main port.
    server.listen({ port, exclusive: true }, () => resolve(server));
  });
}
