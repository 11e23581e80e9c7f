/**
 * File references (§2.7): one per lead and file key. The document's key consists of both, so two concurrent writes
 * create one document.
 */
import { documentVendors, fileReferenceSchema, type FileReference, type FileStatus } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { isDuplicateKey } from '../driver/duplicate-key.js';
import { keyOf, keyRange } from '../driver/keys.js';

/** A pending notification: a status that a file took and that has not been notified yet. */
export interface FileNotification {
  /** Identifies the change, so that it is notified once. */
  readonly change: string;
  readonly status: FileStatus;
  /** Absent when the file was new. */
  readonly statusBefore?: FileStatus;
}

/** A file reference as stored. */
export interface FileDocument extends FileReference {
  readonly _id: string;
  readonly tenantId: string;
  /** A requested document that is still pending at this time has expired; ISO 8601. */
  readonly expiresAt?: string;
  /**
   * Pending notifications: written together with the status, so that a process cannot die in between; removed once all
   * are sent.
   */
  readonly pendingNotifications?: readonly FileNotification[];
  /** The ids of its latest changes: a repeated change has no effect. */
  readonly changes?: readonly string[];
  /** When the sweep starts to send what is pending. */
  readonly notificationsDueAt?: Date;
}

/** The lead and key of a file. */
export type FileKey = Pick<FileReference, 'leadId' | 'fileKey'>;

/** The fields of a file that may be written; omitted fields stay unchanged. */
export type FileChanges = Partial<
  Omit<FileReference, 'fileId' | 'leadId' | 'fileKey' | 'createdAt' | 'updatedAt'>
> & {
  readonly expiresAt?: string;
};

/** What is written into a file that a vendor has. */
export interface SentFile {
  /** The vendor's own id of the document. */
  readonly providerDocumentId?: string;
  readonly signingUrl?: string;
  /** When it expires there, ISO 8601. From now on the vendor says whether it has. */
  readonly expiresAt?: string;
}

/** The initial fields of a new file, unless the changes set them. */
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

/** A file as it is after a write, with its pending notifications. */
export interface WrittenFile {
  readonly file: FileReference;
  readonly notifications: readonly FileNotification[];
}

const NOTIFIED_WITHIN_MS = 20_000;
/** How many ids of changes a file keeps, the latest included. */
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
   * Writes `changes` into the file, starting from `beginnings` if it is new. With a `change`, a new status becomes a
   * pending notification under that id until {@link notified} removes it, and a repeated change has no effect and
   * returns the file as it is now.
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
          ...(changes.status !== undefined && changes.expiresAt === undefined && withoutPast(at)),
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
      // The change was made before; or two upserts of one key collided, and the second one finds the document of the
      // first.
      return change !== undefined && existing?.changes?.includes(change) ? existing : write();
    });
    if (!after) throw new Error(`file ${this.#key(key)} was written but cannot be read`);
    return writtenFrom(after, now);
  }

  /** Removes notifications that are no longer pending. Repeatable. */
  async notified(key: FileKey, notifications: readonly FileNotification[]): Promise<void> {
    const changes = notifications.map(({ change }) => change);
    const unnotified = { $not: [{ $in: ['$$this.change', { $literal: changes }] }] };
    const pending = '$pendingNotifications';
    const unlessEmpty = (field: string) => ({ $cond: [{ $eq: [pending, []] }, '$$REMOVE', field] });
    await this.#files.updateOne({ _id: this.#key(key), pendingNotifications: { $exists: true } }, [
      { $set: { pendingNotifications: { $filter: { input: pending, cond: unnotified } } } },
      {
        $set: {
          pendingNotifications: unlessEmpty(pending),
          notificationsDueAt: unlessEmpty('$notificationsDueAt'),
        },
      },
    ]);
  }

  /**
   * Notes that a vendor has the file. The first time, a pending notification under `change` tells of its signing link,
   * unless the vendor has reported on it meanwhile. Undefined if the file is gone.
   */
  async sent(
    key: FileKey,
    { providerDocumentId, signingUrl, expiresAt }: SentFile,
    now: Date,
    change: string,
  ): Promise<WrittenFile | undefined> {
    const known = { providerDocumentId, signingUrl, updatedAt: now.toISOString() };
    const given = Object.entries(known).filter(([, value]) => value !== undefined);
    const isNews = {
      $and: [{ $eq: ['$status', 'pending'] }, { $eq: [{ $type: '$signingUrl' }, 'missing'] }],
    };
    const after = await this.#files.findOneAndUpdate(
      { _id: this.#key(key) },
      [
        { $set: pendingIf(isNews, { change: { $literal: change }, status: '$status' }, now) },
        {
          $set: {
            ...mapped(given, (_field, value) => ({ $literal: value })),
            ...(expiresAt !== undefined && { 'metadata.expiresAt': { $literal: expiresAt } }),
            expiresAt: '$$REMOVE',
          },
        },
      ],
      { returnDocument: 'after' },
    );
    return after ? writtenFrom(after, now) : undefined;
  }

  /**
   * Writes `changes` and their status into a file that has one of the statuses `from`; the new status becomes a pending
   * notification under `change`. Undefined, with nothing written, if it has another status or is gone.
   */
  async follow(
    key: FileKey,
    changes: FileChanges & { readonly status: FileStatus },
    { from, change }: { readonly from: readonly FileStatus[]; readonly change: string },
    now: Date,
  ): Promise<WrittenFile | undefined> {
    const fields = Object.entries({ ...changes, updatedAt: now.toISOString() });
    const entry = { change: { $literal: change }, status: changes.status, statusBefore: '$status' };
    const after = await this.#files.findOneAndUpdate(
      { _id: this.#key(key), status: { $in: from } },
      [
        { $set: pendingIf(true, entry, now) },
        { $set: mapped(fields, (_field, value) => ({ $literal: value })) },
      ],
      { returnDocument: 'after' },
    );
    return after ? writtenFrom(after, now) : undefined;
  }

  /** The file of this id that goes through a vendor, with its pending notifications. */
  async findSent(
    fileId: string,
    provider: FileReference['provider'],
    now: Date,
  ): Promise<WrittenFile | undefined> {
    const found = await this.#files.findOne({ tenantId: this.#tenantId, fileId, provider });
    return found ? writtenFrom(found, now) : undefined;
  }

  /** The newest documents that could not be sent to their vendor, and how many there are, counted up to `most`. */
  async notSent(
    { newest, most }: { readonly newest: number; readonly most: number },
    now: Date,
  ): Promise<{ readonly files: readonly FileReference[]; readonly count: number }> {
    const provider = { $in: [...documentVendors] };
    const failed = { tenantId: this.#tenantId, status: 'failed', provider } as const;
    const [found, count] = await Promise.all([
      this.#files.find(failed).sort({ updatedAt: -1 }).limit(newest).toArray(),
      this.#files.countDocuments(failed, { limit: most }),
    ]);
    return { files: found.map((document) => fileFrom(document, now)), count };
  }

  async find(key: FileKey, now: Date): Promise<FileReference | undefined> {
    const document = await this.#files.findOne({ _id: this.#key(key) });
    return document ? fileFrom(document, now) : undefined;
  }

  /** Stores a file as expired if it is still pending and its time is `expiresAt`. Repeatable. */
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

/** The reference of a document; a pending one that is past its time reads as expired. */
export function fileFrom(document: FileDocument, now: Date): FileReference {
  const { status, expiresAt } = document;
  const expired = status === 'pending' && expiresAt !== undefined && expiresAt <= now.toISOString();
  const fields = Object.entries(document).filter(([field]) => field in fileReferenceSchema.shape);
  const file = Object.fromEntries(fields) as FileReference;
  return expired ? { ...file, status: 'expired' } : file;
}

function writtenFrom(document: FileDocument, now: Date): WrittenFile {
  return { file: fileFrom(document, now), notifications: document.pendingNotifications ?? [] };
}

// A time that has passed would make a file expire that is pending again because someone says so.
function withoutPast(at: string): Document {
  return { expiresAt: { $cond: [{ $lte: ['$expiresAt', at] }, '$$REMOVE', '$expiresAt'] } };
}

// Reads the file's old values, so it must come before the pipeline stage that writes it.
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
  return pendingIf(differs, entry, now);
}

/** Adds a pending notification if `holds`, an expression. */
function pendingIf(holds: unknown, entry: Document, now: Date): Document {
  const dueAt = new Date(now.getTime() + NOTIFIED_WITHIN_MS);
  return {
    pendingNotifications: {
      $cond: [
        holds,
        { $concatArrays: [{ $ifNull: ['$pendingNotifications', []] }, [entry]] },
        { $ifNull: ['$pendingNotifications', '$$REMOVE'] },
      ],
    },
    notificationsDueAt: { $cond: [holds, dueAt, { $ifNull: ['$notificationsDueAt', '$$REMOVE'] }] },
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
  const given = entries.filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [field, change(field, value)]));
}
