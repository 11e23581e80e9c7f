/** Drops the index by which earlier versions found the oldest waiting lead; a newer index also contains `dueAt`. */
import type { Migration } from './migration.js';

const earlier = 'tenantId_1_waitsFor_1_acceptedAt_1';

export const heldIndex: Migration = {
  id: '0003-held-index',
  async run(db) {
    const submissions = db.collection('submissions');
    if ((await submissions.indexes()).some(({ name }) => name === earlier))
      await submissions.dropIndex(earlier);
  },
};
