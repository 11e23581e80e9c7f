/**
 * How the store treats answers in which MongoDB reports two errors at once. The errors are the driver's own, as
 * received over the wire.
 */
import { MongoBulkWriteError, MongoClientBulkWriteError, MongoServerError, type Collection } from 'mongodb';
import type { LeadData } from '@sluice/contracts';
import { accepted, aSubmission } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { isDuplicateKey } from '../src/driver/duplicate-key.js';
import { writeUntilRefused } from '../src/commit/ordered-writes.js';
import { insertEach } from '../src/commit/phases.js';
import { isStoreUnavailable } from '../src/driver/unavailable.js';

const notDurable = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' };
const duplicate = { index: 0, code: 11000, errmsg: 'E11000 duplicate key' };

/** A collection whose insert fails as on a replica set that lost its majority during a duplicate key error. */
function answering(answer: { readonly writeConcernError?: typeof notDurable }): Collection<{ _id: string }> {
  const result = {
    getWriteConcernError: () => answer.writeConcernError,
    insertedCount: 1,
    matchedCount: 0,
  };
  const error = new MongoBulkWriteError(
    { message: duplicate.errmsg, code: 11000, writeErrors: [duplicate as never] },
    result as never,
  );
  return { insertMany: () => Promise.reject(error) } as never;
}

describe('a duplicate key error', () => {
  const documents = [{ _id: 'a' }, { _id: 'b' }];

  it('concerns its own document only, and the others are inserted', async () => {
    expect(await insertEach(answering({}), documents)).toEqual(['exists', 'made']);
  });

  it('does not hide a write concern error, after which the inserted documents may be lost', async () => {
    const refused = await insertEach(answering({ writeConcernError: notDurable }), documents).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toBeInstanceOf(MongoBulkWriteError);
    expect([isStoreUnavailable(refused), isDuplicateKey(refused)]).toEqual([true, false]);
  });

  it('of a single write does not count as one when it has a write concern error as well', () => {
    const one = (answer: object) => new MongoServerError({ message: 'E11000', code: 11000, ...answer });
    expect(isDuplicateKey(one({}))).toBe(true);
    expect(isDuplicateKey(one({ writeConcernError: notDurable }))).toBe(false);
    expect(isStoreUnavailable(one({ writeConcernError: notDurable }))).toBe(true);
  });
});

describe('a command that writes to several collections', () => {
  const inserts = ['leads', 'submissions'].map((name) => ({
    collection: { namespace: `sluice.${name}` },
    write: { insertOne: { document: { _id: name } } },
  }));
  const refusing = (fields: Partial<MongoClientBulkWriteError>) => {
    const error = Object.assign(new MongoClientBulkWriteError({ message: 'refused' }), fields);
    return { bulkWrite: () => Promise.reject(error) };
  };
  const refusalOf = (fields: Partial<MongoClientBulkWriteError>) =>
    writeUntilRefused(refusing(fields), inserts).catch((error: unknown) => error);

  it('reports the write that was refused, whatever the reason', async () => {
    const because = (code: number) => ({ writeErrors: new Map([[1, { code, message: 'no' }]]) });
    expect(await refusalOf(because(11000))).toEqual({ index: 1 });
    expect(await refusalOf(because(121))).toEqual({ index: 1 });
  });

  it('rejects when its writes may be lost, or were not made because of the server', async () => {
    const refusals = [
      await refusalOf({ writeConcernErrors: [notDurable] }),
      await refusalOf({ cause: new MongoServerError({ message: 'stepping down', code: 189 }) }),
    ];
    expect(refusals.map(isStoreUnavailable)).toEqual([true, true]);
    expect(isStoreUnavailable(await refusalOf({}))).toBe(false);
  });
});

describe('a lead that cannot be stored', () => {
  it('is not acknowledged, and the others of its batch are', async () => {
    // Its database gets an index that no other file may find.
    const { stores, db, close } = await openWorld({ prepares: false });
    // Two lists cannot be in one compound index, so a document that has both is refused alone.
    await db.collection('leads').createIndex({ 'data.files': 1, 'data.notes': 1 });
    const lead = (n: string, data: LeadData) =>
      accepted(aSubmission({ submissionId: `sub_${n}`, kind: 'import', status: 'imported', data }));
    const outcomes = await Promise.allSettled([
      stores.accept(lead('good', { files: [1] })),
      stores.accept(lead('bad', { files: [1, 2], notes: [1, 2] })),
      stores.accept(lead('fine', { notes: [1] })),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stores.forTenant('demo').leads.find('lead_bad')).toBeUndefined();
    await close();
  });
});
