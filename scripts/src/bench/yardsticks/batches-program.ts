/**
 * Bare batches: the durable writes of a lead, 64 leads at a time, and nothing else. It makes no decisions, closes no
 * failure windows and logs nothing. It shows the limit that the database and the queues set.
 */
import { batchCalls } from '@sluice/batching';
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
  type YardstickStore,
} from './documents.js';
import { postToBuyer } from './post-to-buyer.js';
import { consumer, producer } from './queues.js';
import { runRole, type Role } from './run-role.js';
import { serveSubmit, type Submitted } from './serve-submit.js';

const MOST_IN_BATCH = 64;
const COMMITS_UNDER_WAY = 2;
const BATCHES_IN_HAND = 2;
const BATCHES_IN_HAND_AT_DELIVERY = 3;
const unordered = { ordered: false };

/** The keys of a batch's submissions. */
type Batch = readonly string[];

const gateway: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Batch>(redisUrl, 'qualification');
  return serveSubmit(
    // Group commit: leads that arrive during the current commit form the next group.
    batchCalls<Submitted, void>(
      async (group) => {
        const at = new Date();
        const submissions = group.map((submitted) => submissionOf(submitted, at));
        await store.submissions.insertMany(submissions, unordered);
        await store.leads.insertMany(
          group.map((submitted) => leadOf(submitted, at)),
          unordered,
        );
        // As in Sluice, no answer waits for the queue: a durable lead is accepted.
        void enqueue(submissions.map(({ _id }) => _id));
        return group.map(() => undefined);
      },
      {
        maxBatch: MOST_IN_BATCH,
        maxInFlight: COMMITS_UNDER_WAY,
      },
    ),
  );
};

const qualification: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Batch>(redisUrl, 'routing');
  await consumer<Batch>(redisUrl, 'qualification', {
    concurrency: BATCHES_IN_HAND,
    work: async (batch) => {
      const submissions = await load(store, batch);
      for (const field of ['phone', 'email'] as const)
        await store.claims.insertMany(
          submissions.map((submission) => claimOf(field, submission)),
          unordered,
        );
      await store.decisions.insertMany(submissions.map(qualified), unordered);
      await enqueue(batch);
    },
  });
};

const routing: Role = async ({ redisUrl, mongodbUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  const enqueue = producer<Batch>(redisUrl, 'delivery');
  await consumer<Batch>(redisUrl, 'routing', {
    concurrency: BATCHES_IN_HAND,
    work: async (batch) => {
      const submissions = await load(store, batch);
      await store.counters.updateOne(
        { _id: counterKey },
        { $push: { open: { $each: [...batch] } } as never },
      );
      await store.decisions.insertMany(submissions.map(routed), unordered);
      await enqueue(batch);
    },
  });
};

const delivery: Role = async ({ redisUrl, mongodbUrl, buyerUrl }) => {
  const store = await openYardstickStore(mongodbUrl);
  await consumer<Batch>(redisUrl, 'delivery', {
    concurrency: BATCHES_IN_HAND_AT_DELIVERY,
    work: (batch) => deliver(store, batch, buyerUrl),
  });
};

async function deliver(store: YardstickStore, batch: Batch, buyerUrl: string): Promise<void> {
  const [submissions] = await Promise.all([
    load(store, batch),
    store.decisions.find({ _id: { $in: batch.map((key) => decisionKey(key, 'routing')) } }).toArray(),
  ]);
  await store.attempts.insertMany(
    submissions.map((submission) => attemptOf(submission, buyerUrl)),
    unordered,
  );
  const calls = await Promise.all(
    submissions.map(async (submission) => ({
      submission,
      answer: await postToBuyer(buyerUrl, submission._id.slice(keyOf('').length), submission.data),
    })),
  );
  await store.attempts.bulkWrite(
    calls.map(({ submission, answer }) => ({
      updateOne: {
        filter: { _id: attemptKey(submission._id) },
        update: { $set: { outcome: outcomeOf(answer) } },
      },
    })),
    unordered,
  );
  await store.decisions.insertMany(
    calls.map(({ submission, answer }) => delivered(submission, answer)),
    unordered,
  );
  const at = new Date();
  await store.counters.updateOne({ _id: counterKey }, {
    $pullAll: { open: batch },
    $inc: { confirmed: batch.length },
  } as never);
  await store.leads.updateMany(
    { _id: { $in: submissions.map(({ leadId }) => keyOf(leadId)) } },
    ends.lead(at),
  );
  await store.submissions.updateMany({ _id: { $in: [...batch] } }, ends.submission(at));
}

const load = ({ submissions }: YardstickStore, batch: Batch) =>
  submissions.find({ _id: { $in: [...batch] } }).toArray();

await runRole({ gateway, qualification, routing, delivery });
