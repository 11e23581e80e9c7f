/**
 * File references (§2.7): one per lead and file key. The key of a document is made of both, so two that are written at
 * once make one.
 */
import type { FileReference, FileStatus } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from './duplicate-key.js';
import { keyOf, keyRange } from './keys.js';

/** A pending notification: a status that a file took and that was not notified yet. */
export interface FileNotification {
  /** Names the change, so that it is notified once. */
  readonly change: string;
  readonly status: FileStatus;
  /** Absent when the file was new. */
  readonly statusBefore?: FileStatus;
}

/** A file reference as stored. */
export interface FileDocument extends FileReference {
  readonly _id: string;
  readonly tenantId: string;
  /** A requested document that is still pending by then has expired; ISO 8601. */
  readonly expiresAt?: string;
  /** Pending notifications: written with the status itself, so that no process can die in between; gone when all are sent. */
  readonly news?: readonly FileNotification[];
  /** The names of its latest changes: one that is made again changes nothing. */
  readonly changes?: readonly string[];
  /** From then on the sweep sends what is pending. */
  readonly newsDueAt?: Date;
}

/** What a file is found by. */
export type FileKey = Pick<FileReference, 'leadId' | 'fileKey'>;

/** What may be written of a file; what is left out stays as it is. */
export type FileChanges = Partial<
  Omit<FileReference, 'fileId' | 'leadId' | 'fileKey' | 'createdAt' | 'updatedAt'>
> & {
  readonly expiresAt?: string;
};

/** What a new file begins with where the changes do not say. */
export interface FileBeginnings {
  readonly fileId: string;
  readonly fileName?: string;
  readonly fileType?: string;
  readonly documentUrl?: string;
  readonly provider: FileReference['provider'];
  readonly status: FileStatus;
  readonly metadata?: FileReference['metadata'];
  readonly expiresAt?: string;
}

/** A file as it is after a write, and its pending notifications. */
export interface WrittenFile {
  readonly file: FileReference;
  readonly notifications: readonly FileNotification[];
}

const NOTIFIED_WITHIN_MS = 20_000;
/** A change that this many others came after is not known any more. */
const CHANGES_KNOWN = 20;

/** File references of one tenant. */
export class FileStore {
  readonly #files: Collection<FileDocument>;
  readonly #tenantId: string;

  constructor(collection: Collection<FileDocument>, tenantId: string) {
    this.#files = collection;
    this.#tenantId = tenantId;
  }

  #key({ leadId, fileKey }: FileKey): string {
    return keyOf(this.#tenantId, `${leadId}.${fileKey}`);
  }

  /**
   * Writes `changes` into the file, which begins with `beginnings` when it is new. With a `change`, a new status is
   * notification under that name until {@link notified} removes it; and when it is repeated, it answers the file as others have
   * left it since.
   */
  async upsert(
    key: FileKey,
    changes: FileChanges,
    beginnings: FileBeginnings,
    now: Date,
    change?: string,
  ): Promise<WrittenFile> {
    const at = now.toISOString();
    const begins = Object.entries({ ...beginnings, createdAt: at }).filter(([field]) => !(field in changes));
    const update: Document[] = [
      ...(change === undefined
        ? []
        : [{ $set: { ...notificationsOf(change, changes, beginnings, now), changes: latest(change) } }]),
      {
        $set: {
          ...mapped(Object.entries({ ...changes, updatedAt: at }), (_field, value) => ({ $literal: value })),
          ...mapped([...begins, ...Object.entries({ tenantId: this.#tenantId, ...key })], (field, value) => ({
            $ifNull: [`$${field}`, { $literal: value }],
          })),
        },
      },
    ];
    const _id = this.#key(key);
    const unlessMade = change === undefined ? { _id } : { _id, changes: { $ne: change } };
    const write = () =>
      this.#files.findOneAndUpdate(unlessMade, update, { upsert: true, returnDocument: 'after' });
    const after = await write().catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.#files.findOne({ _id });
      // Made before; or two upserts of one key have collided, and the second finds what the first made.
      return change !== undefined && existing?.changes?.includes(change) ? existing : write();
    });
    if (!after) throw new Error(`file ${this.#key(key)} was written but cannot be read`);
    return { file: fileFrom(after, now), notifications: after.news ?? [] };
  }

  /** Removes notifications that are pending no more. Repeatable. */
  async notified(key: FileKey, notifications: readonly FileNotification[]): Promise<void> {
    const changes = notifications.map(({ change }) => change);
    const unnotified = { $not: [{ $in: ['$$this.change', { $literal: changes }] }] };
    const unlessEmpty = (field: string) => ({ $cond: [{ $eq: ['$news', []] }, '$$REMOVE', field] });
    await this.#files.updateOne({ _id: this.#key(key), news: { $exists: true } }, [
      { $set: { news: { $filter: { input: '$news', cond: unnotified } } } },
      { $set: { news: unlessEmpty('$news'), newsDueAt: unlessEmpty('$newsDueAt') } },
    ]);
  }

  async find(key: FileKey, now: Date): Promise<FileReference | undefined> {
    const document = await this.#files.findOne({ _id: this.#key(key) });
    return document ? fileFrom(document, now) : undefined;
  }

  /** Writes that a file has expired which is pending still and expired at `expiresAt`. Repeatable. */
  async expire(key: FileKey, expiresAt: string, now: Date): Promise<void> {
    await this.#files.updateOne(
      { _id: this.#key(key), status: 'pending', expiresAt },
      { $set: { status: 'expired', updatedAt: now.toISOString() } },
    );
  }

  /** All files of a lead, by key. */
  async ofLead(leadId: string, now: Date): Promise<readonly FileReference[]> {
    const found = await this.#files.find({ _id: keyRange(keyOf(this.#tenantId, `${leadId}.`)) }).toArray();
    return found.map((document) => fileFrom(document, now));
  }
}

/** The reference that a document stands for; a pending one whose time is over has expired. */
export function fileFrom(
  {
    _id,
    tenantId: _tenantId,
    expiresAt,
    news: _news,
    newsDueAt: _newsDueAt,
    changes: _changes,
    ...file
  }: FileDocument,
  now: Date,
): FileReference {
  const expired = file.status === 'pending' && expiresAt !== undefined && expiresAt <= now.toISOString();
  return expired ? { ...file, status: 'expired' } : file;
}

// Looks at the file as it was, so it comes before the stage that writes it.
function notificationsOf(
  change: string,
  changes: FileChanges,
  beginnings: FileBeginnings,
  now: Date,
): Document {
  const hasExpired = { $lte: [{ $ifNull: ['$expiresAt', '~'] }, now.toISOString()] };
  const statusBefore = {
    $cond: [{ $and: [{ $eq: ['$status', 'pending'] }, hasExpired] }, 'expired', '$status'],
  };
  const status = changes.status ?? beginnings.status;
  const isNew = { $eq: [{ $type: '$status' }, 'missing'] };
  const differs = changes.status === undefined ? isNew : { $ne: [statusBefore, status] };
  const entry = { change: { $literal: change }, status, statusBefore };
  const dueAt = new Date(now.getTime() + NOTIFIED_WITHIN_MS);
  return {
    news: {
      $cond: [
        differs,
        { $concatArrays: [{ $ifNull: ['$news', []] }, [entry]] },
        { $ifNull: ['$news', '$$REMOVE'] },
      ],
    },
    newsDueAt: { $cond: [differs, dueAt, { $ifNull: ['$newsDueAt', '$$REMOVE'] }] },
  };
}

function latest(change: string): Document {
  const known = { $concatArrays: [{ $ifNull: ['$changes', []] }, [{ $literal: change }]] };
  return { $slice: [known, -CHANGES_KNOWN] };
}

function mapped(
  entries: readonly (readonly [string, unknown])[],
  change: (field: string, value: unknown) => Document,
): Document {
  return Object.fromEntries(entries.map(([field, value]) => [field, change(field, value)]));
}
