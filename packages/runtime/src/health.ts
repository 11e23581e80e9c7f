/**
 * Health of a process: alive while the event loop turns and work makes progress, ready while its stores answer.
 * Liveness never touches the stores: a dead database must not restart the workers that wait for it.
 */
import { withDeadline } from '@sluice/batching';
import express, { type Express, type Router } from 'express';
import type { Server } from 'node:http';
import type { Metrics } from './metrics.js';

/** What a process knows about itself. */
export interface Health {
  /** Throws while the process cannot take work. */
  readonly ready: () => Promise<void>;
  /** Says what stands still, if anything does. */
  readonly stuck: () => string | undefined;
}

/** Whoever probes does not wait longer. */
const READY_WITHIN_MS = 5_000;

/** `/healthz`, `/readyz` and `/metrics`. */
export function healthRoutes(health: Health, metrics: Metrics): Router {
  const router = express.Router();
  router.get('/healthz', (_request, response) => {
    const stuck = health.stuck();
    response
      .status(stuck === undefined ? 200 : 503)
      .json(stuck === undefined ? { alive: true } : { alive: false, stuck });
  });
  router.get('/readyz', async (_request, response) => {
    try {
      await withDeadline('the look at the stores', READY_WITHIN_MS, health.ready());
      response.json({ ready: true });
    } catch (error) {
      response
        .status(503)
        .json({ ready: false, because: error instanceof Error ? error.message : String(error) });
    }
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** Serves a worker's health on a port of its own. */
export async function serveHealth(port: number, health: Health, metrics: Metrics): Promise<Server> {
  const app: Express = express();
  app.disable('x-powered-by');
  app.use(healthRoutes(health, metrics));
  return new Promise((resolve, reject) => {
    const server = app.listen(port, (error) => (error ? reject(error) : resolve(server)));
  });
}
