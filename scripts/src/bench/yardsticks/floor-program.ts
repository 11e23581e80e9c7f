/**
 * The floor: a lead accepted over HTTP, passed through three queues and posted to the buyer, without any storage. No
 * system built from these parts, with one job per lead, can be faster.
 */
import { postToBuyer } from './post-to-buyer.js';
import { consumer, producer } from './queues.js';
import { runRole, type Role } from './run-role.js';
import { serveSubmit, type Submitted } from './serve-submit.js';

const CONCURRENCY = 64;

const gateway: Role = ({ redisUrl }) => serveSubmit(producer<Submitted>(redisUrl, 'qualification'));

const qualification: Role = ({ redisUrl }) =>
  consumer(redisUrl, 'qualification', {
    concurrency: CONCURRENCY,
    work: producer<Submitted>(redisUrl, 'routing'),
  });

const routing: Role = ({ redisUrl }) =>
  consumer(redisUrl, 'routing', {
    concurrency: CONCURRENCY,
    work: producer<Submitted>(redisUrl, 'delivery'),
  });

const delivery: Role = ({ redisUrl, buyerUrl }) =>
  consumer<Submitted>(redisUrl, 'delivery', {
    concurrency: CONCURRENCY,
    work: async ({ submissionId, person }) => void (await postToBuyer(buyerUrl, submissionId, person)),
  });

await runRole({ gateway, qualification, routing, delivery });
