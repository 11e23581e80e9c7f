/**
 * Renames the pending notifications of files: release 0.1.0 stores them as `news`, due at `newsDueAt`. Its gateways
 * still write these during the rollout, and one may die before it notifies. So the sweep repeats the rename, by the
 * index of that release. The next release drops the index, and the repetition with it.
 */
import type { Collection } from 'mongodb';
import type { FileDocument } from '../files.js';
import type { Migration } from './migration.js';

const renamed = {
  pendingNotifications: {
    $concatArrays: [{ $ifNull: ['$news', []] }, { $ifNull: ['$pendingNotifications', []] }],
  },
  notificationsDueAt: '$newsDueAt',
};

/** Renames what a process of release 0.1.0 wrote and what was due at `now`, or all without `now`. Repeatable. */
export async function renameNotifications(
  files: Pick<Collection<FileDocument>, 'updateMany'>,
  now?: Date,
): Promise<void> {
  const due = now ? { $lte: now } : { $exists: true };
  await files.updateMany({ newsDueAt: due }, [{ $set: renamed }, { $unset: ['news', 'newsDueAt'] }]);
}

export const fileNotifications: Migration = {
  id: '0006-file-notifications',
  async run(db) {
    const files = db.collection<FileDocument>('files');
    await files.createIndex(
      { newsDueAt: 1 },
      { partialFilterExpression: { newsDueAt: { $exists: true } }, name: 'newsDueAt_1' },
    );
    await renameNotifications(files);
  },
};
