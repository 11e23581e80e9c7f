/** Old leads with data in every collection, and the deletion of what has passed its retention, on a real engine. */
import type { RetentionKind, SubmissionRecord } from '@sluice/contracts';
import { accepted, aSubmission } from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import type { Document } from 'mongodb';
import type { RetentionStore } from '../src/removal/retention-store.js';
import { ulidTime } from '../src/driver/ulid-time.js';

export const DAY_MS = 86_400_000;
export const now = new Date('2026-11-21T12:00:00Z');
export const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
const before = daysAgo(100);

let minted = 0;
/** The last part of an id minted at that time. */
export function ulidOf(at: Date): string {
  return ulidTime(at.getTime()) + String((minted += 1)).padStart(16, '0');
}

export interface Made {
  readonly leadId: string;
  readonly submissionId: string;
}

export interface Said {
  readonly days: number;
  readonly tenantId?: string;
  readonly end?: Partial<SubmissionRecord> & Document;
  readonly status?: string;
}

/** The stores of one test file, and what its tests do with them. */
export interface OldLeads extends World {
  /** Makes a lead that was delivered this many days ago, with data in every collection. */
  aLead(said: Said): Promise<Made>;
  makeDue(effectId: string): Promise<void>;
  /** Deletes the records of one kind older than 100 days, as a pass of the sweep does. */
  retain(kind: RetentionKind, store?: RetentionStore): Promise<void>;
  /** The keys of all remaining documents by collection, except the collections about retention. */
  left(tenantId?: string): Promise<Record<string, string[]>>;
  /** The same for a single collection, far cheaper. */
  leftIn(collection: string): Promise<string[]>;
}

// Counted results are kept.
const kept = ['figures', 'reportMarks', 'reportSpans', 'retention', 'migrations', 'migrationLease', 'leases'];

export async function openOldLeads(): Promise<OldLeads> {
  const world = await openWorld();
  const { stores, db } = world;

  async function aLead({ days, tenantId = 'demo', end = {}, status = 'delivered' }: Said): Promise<Made> {
    const at = daysAgo(days);
    const ulid = ulidOf(at);
    const about = { leadId: `lead_${ulid}`, submissionId: `sub_${ulid}` };
    await stores.accept(accepted(aSubmission({ ...about, tenantId, acceptedAt: at })));
    const placement = { campaignId: 'ACMRU', clientId: 'cli_acme', at };
    await Promise.all([
      db.collection<Document>('submissions').updateOne(
        { _id: `${tenantId}/${about.submissionId}` as never },
        {
          $set: { status: 'delivered', endedAt: at, placement, ...end },
          ...(!end.dueAt && { $unset: { dueAt: '' } }),
        },
      ),
      db
        .collection<Document>('leads')
        .updateOne({ _id: `${tenantId}/${about.leadId}` as never }, { $set: { status, ended: true } }),
    ]);
    const of = stores.forTenant(tenantId);
    const conversation = { interactionId: `int_${ulid}`, leadId: about.leadId, type: 'sms' } as const;
    const effect = {
      ...about,
      eventId: 'evt_1',
      campaignId: 'ACMRU',
      kind: 'call',
      body: { interactionId: '' },
    } as const;
    const effects = [
      [`${about.submissionId}.x.pixel`, 'x'],
      [`${about.leadId}.rule`, 'x'],
      [`evt_${ulid}`, 'explicit'],
      [`evt_${ulid}.pixel.fired`, 'x'],
      [`msg_${ulid}.sms.received`, 'x'],
    ] as const;
    const plan = (effectId: string, trigger: string) =>
      of.effects.plan({ ...effect, effectId, trigger }, at, undefined);
    const attempt = { n: 1, url: '', startedAt: at, leaseUntil: at };
    // Independent of each other, and each waits for the disk.
    await Promise.all([
      of.journal.record(about, 'qualification', 0, { kind: 'qualified', trace: [] }, at),
      of.attempts.claim({ submissionId: about.submissionId, generation: 0 }, attempt),
      of.attempts.claim({ submissionId: `msg_${ulid}`, generation: 0 }, attempt),
      ...effects.map(([effectId, trigger]) => plan(effectId, trigger)),
      of.lookupAnswers.keep(`lk_1.${ulid}`, about.leadId, { at, fields: {} }, at),
      of.files.upsert(
        { leadId: about.leadId, fileKey: 'a' },
        {},
        { fileId: `file_${ulid}`, provider: 'manual_upload', status: 'signed' },
        at,
      ),
      of.interactions.openConversation({ ...conversation, status: 'in_progress' }, at).then((interactionId) =>
        of.messages.add({
          messageId: `msg_${ulid}`,
          leadId: about.leadId,
          interactionId,
          direction: 'outbound',
          provider: 'console',
          to: '+14155550188',
          message: 'Hello',
          status: 'delivered',
          createdAt: at.toISOString(),
          updatedAt: at.toISOString(),
        }),
      ),
    ]);
    await db.collection('effects').updateMany({ leadId: about.leadId }, { $set: { endedAt: at } });
    await plan(`msg_${ulid}`, 'sms');
    return about;
  }

  async function makeDue(effectId: string): Promise<void> {
    const due = { $set: { status: 'due', dueAt: now } };
    await db.collection<Document>('effects').updateOne({ _id: `demo/${effectId}` as never }, due);
  }

  const announced = async () => undefined;

  async function retain(kind: RetentionKind, store = stores.forTenant('demo').retention): Promise<void> {
    while ((await store.finishMarked()).more);
    for (const { deleteSlice } of store.walks(kind)) {
      let after: string | undefined;
      do ({ after } = await deleteSlice(before, after, announced));
      while (after !== undefined);
    }
  }

  async function left(tenantId = 'demo'): Promise<Record<string, string[]>> {
    const names = (await db.listCollections().toArray())
      .map(({ name }) => name)
      .filter((name) => !kept.includes(name));
    const found = await Promise.all(names.map(async (name) => [name, await leftIn(name, tenantId)] as const));
    return Object.fromEntries(found.filter(([, keys]) => keys.length > 0));
  }

  async function leftIn(name: string, tenantId = 'demo'): Promise<string[]> {
    const documents = await db
      .collection(name)
      .find({}, { projection: { _id: 1 } })
      .toArray();
    return documents.map(({ _id }) => String(_id)).filter((key) => key.startsWith(`${tenantId}/`));
  }

  return Object.assign(world, { aLead, makeDue, retain, left, leftIn });
}
