/**
 * Naive: the same writes as bare batches, but with one job per lead and one awaited database call after another, as in
 * a first version. It shows the value of batching.
 */
import {
  attemptKey,
  attemptOf,
  claimOf,
  counterKey,
  decisionKey,
  delivered,
  ends,
  keyOf,
  leadOf,
  openYardstickStore,
  outcomeOf,
  qualified,
  routed,
  submissionOf,
  type StoredSubmission,
  type YardstickStore,
} from './documents.js';
import { postToBuyer } from './post-to-buyer.js';
import { consumer, producer } from './queues.js';
import { runRole, type Role } from './run-role.js';
import { serveSubmit } from './serve-submit.js';

const CONCURRENCY = 50;

/** The key of a submission. */
type Job = { readonly key: string };

const gateway: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Job>(redisUrl, 'qualification');
  return serveSubmit(async (submitted) => {
    const at = new Date();
    const submission = submissionOf(submitted, at);
    await store.submissions.insertOne(submission);
    await store.leads.insertOne(leadOf(submitted, at));
    await enqueue({ key: submission._id });
  });
};

const qualification: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Job>(redisUrl, 'routing');
  await consumer<Job>(redisUrl, 'qualification', {
    concurrency: CONCURRENCY,
    work: async ({ key }) => {
      const submission = await load(store, key);
      await store.claims.insertOne(claimOf('phone', submission));
      await store.claims.insertOne(claimOf('email', submission));
      await store.decisions.insertOne(qualified(submission));
      await enqueue({ key });
    },
  });
};

const routing: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Job>(redisUrl, 'delivery');
  await consumer<Job>(redisUrl, 'routing', {
    concurrency: CONCURRENCY,
    work: async ({ key }) => {
      const submission = await load(store, key);
      await store.counters.updateOne({ _id: counterKey }, { $push: { open: key } as never });
      await store.decisions.insertOne(routed(submission));
      await enqueue({ key });
    },
  });
};

const delivery: Role = async ({ redisUrl, mongodbUrl, buyerUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  await consumer<Job>(redisUrl, 'delivery', {
    concurrency: CONCURRENCY,
    work: async ({ key }) => {
      const submission = await load(store, key);
      await store.decisions.findOne({ _id: decisionKey(key, 'routing') });
      await store.attempts.insertOne(attemptOf(submission, buyerUrl));
      const answer = await postToBuyer(buyerUrl, key.slice(keyOf('').length), submission.data);
      await store.attempts.updateOne({ _id: attemptKey(key) }, { $set: { outcome: outcomeOf(answer) } });
      await store.decisions.insertOne(delivered(submission, answer));
      const at = new Date();
      await store.counters.updateOne({ _id: counterKey }, {
        $pull: { open: key },
        $inc: { confirmed: 1 },
      } as never);
      await store.leads.updateOne({ _id: keyOf(submission.leadId) }, ends.lead(at));
      await store.submissions.updateOne({ _id: key }, ends.submission(at));
    },
  });
};

async function load({ submissions }: YardstickStore, key: string): Promise<StoredSubmission> {
  const found = await submissions.findOne({ _id: key });
  if (!found) throw new Error(`The submission ${key} is not there.`);
  return found;
}

await runRole({ gateway, qualification, routing, delivery });
