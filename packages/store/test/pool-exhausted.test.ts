import { duringTests, openLink, testBackends } from '@sluice/testing';
import { MongoClient } from 'mongodb';
import { isStoreUnavailable } from '../src/index.js';

const backends = duringTests(testBackends);
const link = duringTests(() => openLink(Number(new URL(backends.mongodbUrl).port)));

it('a timeout while waiting for a pooled connection means that MongoDB is unavailable, not that the program is broken', async () => {
  const url = new URL(backends.mongodbUrl);
  url.port = String(link.port);
  const client = new MongoClient(url.href, {
    maxPoolSize: 1,
    waitQueueTimeoutMS: 300,
    socketTimeoutMS: 2_000,
  });
  try {
    const collection = client.db().collection('x');
    // On a busy machine, opening the first connection takes longer than this test waits for it.
    for (let isMade = false; !isMade;) {
      isMade = await collection.findOne().then(
        () => true,
        () => false,
      );
    }
    link.become('stalled');
    const first = collection.findOne().catch(() => undefined);
    const failure = await collection.findOne().catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: 'MongoWaitQueueTimeoutError' });
    expect(isStoreUnavailable(failure)).toBe(true);
    link.become('open');
    await first;
  } finally {
    link.become('open');
    await client.close();
  }
}, 30_000);
