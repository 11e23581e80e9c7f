/**
 * File references (§2.7): one per lead and file key. The key of a document is made of both, so two that are written at
 * once make one.
 */
import type { FileReference, FileStatus } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { keyOf, keyRange } from './keys.js';

/** A file reference as stored. */
export interface FileDocument extends FileReference {
  readonly _id: string;
  readonly tenantId: string;
  /** A requested document that is still pending by then has expired; ISO 8601. */
  readonly expiresAt?: string;
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
}

/** A file as it is after a write, and what it was before. */
export interface WrittenFile {
  readonly file: FileReference;
  /** Its status before; absent when it is new. */
  readonly statusBefore?: FileStatus;
}

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

  /** Writes `changes` into the file, which begins with `beginnings` when it is new. Repeatable. */
  async upsert(
    key: FileKey,
    changes: FileChanges,
    beginnings: FileBeginnings,
    now: Date,
  ): Promise<WrittenFile> {
    const at = now.toISOString();
    const begins = Object.entries({ ...beginnings, createdAt: at }).filter(([field]) => !(field in changes));
    const update: Document = {
      $set: { ...changes, updatedAt: at },
      $setOnInsert: { tenantId: this.#tenantId, ...key, ...Object.fromEntries(begins) },
    };
    const before = await this.#files
      .findOneAndUpdate({ _id: this.#key(key) }, update, { upsert: true, returnDocument: 'before' })
      .catch((error: unknown) => {
        // Two upserts of one key can collide; the second finds the document that the first made.
        if ((error as { code?: unknown }).code !== 11000) throw error;
        return this.#files.findOneAndUpdate({ _id: this.#key(key) }, update, { returnDocument: 'before' });
      });
    const after = await this.find(key, now);
    if (!after) throw new Error(`file ${this.#key(key)} was written but cannot be read`);
    return { file: after, ...(before && { statusBefore: fileFrom(before, now).status }) };
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
  { _id, tenantId: _tenantId, expiresAt, ...file }: FileDocument,
  now: Date,
): FileReference {
  const expired = file.status === 'pending' && expiresAt !== undefined && expiresAt <= now.toISOString();
  return expired ? { ...file, status: 'expired' } : file;
}
