/**
 * Drops the indexes by which earlier versions listed leads in the order of their ids; indexes by creation replace them.
 */
import type { Migration } from './migration.js';

const earlier = ['campaignId', 'clientId', 'offerId', 'status', 'search'].map(
  (field) => `tenantId_1_${field}_1__id_-1`,
);

export const leadIndexes: Migration = {
  id: '0002-lead-indexes',
  async run(db, { throwIfLost }) {
    const leads = db.collection('leads');
    const there = await leads.indexes();
    for (const { name = '' } of there) {
      throwIfLost();
      if (earlier.includes(name)) await leads.dropIndex(name);
    }
  },
};
