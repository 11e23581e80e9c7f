/**
 * The queue board: every declared queue under its own prefix. Job data holds only ids. The board only shows: what may be
 * done with a queue is an operation of the admin API, with its roles and its audit.
 */
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { ExpressAdapter } from '@bull-board/express';
import { queues as declared } from '@sluice/contracts';
import { Queue } from 'bullmq';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import type { Redis } from './redis.js';

/** The board's router, to be mounted at `path`, and a function that closes its queues. */
export interface Board {
  readonly router: Router;
  close(): Promise<void>;
}

const ANSWER_WITHIN_MS = 10_000;
// The board is embedded in a page of the dashboard that already shows the product's name and logo.
const NO_PICTURE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

export function createBoard(path: string, redis: Redis): Board {
  const queues = declared.map(({ name, prefix }) => {
    const queue = new Queue(name, { connection: redis, prefix, skipVersionCheck: true });
    // The connection itself already logs its errors.
    queue.on('error', () => undefined);
    return queue;
  });
  const serverAdapter = new ExpressAdapter();
  serverAdapter.setBasePath(path);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue, { readOnlyMode: true, allowRetries: false })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Jobs', boardLogo: { path: NO_PICTURE } } },
  });
  const router = Router();
  router.use(onlyReading);
  // A queue that never became ready would let a request wait forever.
  router.use((_request, response, next) => {
    const tooLong = setTimeout(() => {
      if (!response.headersSent) response.status(504).send('Redis does not answer');
      else response.destroy();
    }, ANSWER_WITHIN_MS);
    response.once('close', () => clearTimeout(tooLong));
    next();
  });
  router.use(withoutForeignFonts);
  router.use(serverAdapter.getRouter() as RequestHandler);
  return {
    router,
    close: async () => {
      await Promise.all(queues.map((queue) => queue.close()));
    },
  };
}

// Its own settings hide what it cannot do; what it must not do is refused here, whatever a later version offers.
function onlyReading(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET' || request.method === 'HEAD') return next();
  response
    .status(405)
    .set('Allow', 'GET, HEAD')
    .type('text/plain')
    .send('The queue board only shows. Pause, resume and retry queues on the page Queues.');
}

// The board's page loads its typeface from another server, which our content security policy blocks with an error in
// the console log.
function withoutForeignFonts(_request: Request, response: Response, next: NextFunction): void {
  const send = response.send.bind(response);
  response.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace(/<link href="https:\/\/fonts\.[^>]*>/g, '') : body);
  next();
}
