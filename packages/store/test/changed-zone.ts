/** Campaigns whose time zone changes to that of Tokyo while leads are on their way there. */
import { countName, slotName, type CountOwner } from '@sluice/contracts';
import { accepted, aSubmission, openSlot, slot } from '@sluice/testing';
import type { Collection, Document } from 'mongodb';
import type { Placement, SubmissionDocument } from '../src/submissions/submission-document.js';
import { asks, at, starts, type Counts } from './counts.js';

/** In Tokyo, it is 21:30 of the same day; its day, week and month began nine hours earlier than those in UTC. */
export const tokyo = {
  zone: 'Asia/Tokyo',
  starts: {
    hourly: starts.hourly,
    daily: new Date('2026-11-17T15:00:00Z'),
    weekly: new Date('2026-11-15T15:00:00Z'),
    monthly: new Date('2026-10-31T15:00:00Z'),
  },
};

/** The instants of the placements that one sum reads; without `$lt`, all later ones. */
export interface Range {
  readonly $gte: Date;
  readonly $lt?: Date;
}

/** What surrounds a sum, which reads what counts within `range`. */
export type Around = (sum: () => Promise<Document[]>, range: Range) => Promise<Document[]>;

/** A collection as a process reads it whose sums over the field `at` are surrounded. */
export function summedAround<D extends Document>(
  collection: Collection<D>,
  at: string,
  around: Around,
): Collection<D> {
  return new Proxy(collection, {
    get(target, property) {
      const found: unknown = Reflect.get(target, property);
      if (property !== 'aggregate')
        return typeof found === 'function' ? (found.bind(target) as unknown) : found;
      return (...args: Parameters<typeof collection.aggregate>) => ({
        toArray: () => {
          const match = args[0]?.[0]?.['$match'] as Readonly<Record<string, Range>>;
          return around(() => target.aggregate(...args).toArray(), match[at]!);
        },
      });
    },
  });
}

/** The leads of one world. */
export function changedZone(world: Counts) {
  const submissions = world.db.collection<SubmissionDocument>('submissions');
  const key = (campaignId: string) => `demo/${countName({ campaignId })}`;
  return {
    /** Leads that are routed to the campaign at `routedAt`, with their names open. */
    async routed(campaignId: string, count: number, routedAt: Date): Promise<readonly string[]> {
      const ids = Array.from({ length: count }, (_, n) => `sub_${campaignId}${routedAt.getTime()}${n}`);
      const everRunning = Object.fromEntries(Object.keys(starts).map((type) => [type, new Date(0)]));
      const ask = asks({ campaignId }, {}, { starts: everRunning as typeof starts });
      for (const submissionId of ids) {
        await world.stores.accept(accepted(aSubmission({ tenantId: 'demo', submissionId, campaignId })));
        expect(await openSlot(world.of(), slot(slotName(submissionId, 0)), routedAt, [ask])).toBeUndefined();
      }
      return ids;
    },

    /** Ends a lead as placed; its submission is stored with what it earned. */
    async place(
      campaignId: string,
      submissionId: string,
      routedAt: Date,
      amount = { currency: 'USD', minor: 100 },
    ): Promise<void> {
      const name = slotName(submissionId, 0);
      const counts = [countName({ campaignId })];
      await world.stores.forTenant('demo').conclusions.close(submissionId, {
        end: {
          status: 'delivered',
          endedAt: at,
          placement: { campaignId, clientId: 'cli', at: routedAt, amount },
        },
        counts: world.counts().takenOut(slot(name), counts, { at: routedAt, amount }),
      });
    },

    /** Stores leads that were placed long ago. */
    async placedBefore(
      campaignId: string,
      placements: readonly Omit<Placement, 'campaignId' | 'clientId'>[],
    ): Promise<void> {
      await submissions.insertMany(
        placements.map((placement, n) => ({
          _id: `demo/sub_old${campaignId}${placement.at.getTime()}.${n}`,
          tenantId: 'demo',
          placement: { campaignId, clientId: 'cli', ...placement },
        })) as unknown as SubmissionDocument[],
      );
    },

    /** The submissions as a process reads them whose sums `around` surrounds. */
    read: (around: Around) => summedAround(submissions, 'placement.at', around),

    /** The recount of a campaign for Tokyo. */
    inTokyo: (campaignId: string, owner: CountOwner = { campaignId }) => ({
      tenantId: 'demo',
      key: `demo/${countName(owner)}`,
      owner,
      ...tokyo,
    }),

    /** The lease of the process that recounts is over. */
    async leaseEnds(campaignId: string): Promise<void> {
      await world.documents.updateOne({ _id: key(campaignId) }, { $set: { 'recount.until': new Date(0) } });
    },
  };
}
