/**
 * What a recount reads of one owner: the placements of its leads, with their submissions; of a supplier, the first
 * decisions about what it sent.
 */
import { countName, slotFromName, type CountOwner, type SupplierOwner } from '@sluice/contracts';
import type { Collection, Document } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import type { DecisionDocument } from '../journal/decision-document.js';
import type { SubmissionDocument } from '../submissions/submission-document.js';
import { turning, type PeriodStarts } from './count-document.js';

/** The collections in which leads stand that count. */
export interface CountedCollections {
  readonly submissions: Collection<SubmissionDocument>;
  readonly decisions: Collection<DecisionDocument>;
}

/** A name that is open, under which opening and since when. */
export interface OpenName {
  readonly name: string;
  readonly opening: string;
  readonly at: Date;
}

/** From `$gte` on, and before `$lt` if there is one. */
export interface Within {
  readonly $gte: Date;
  readonly $lt?: Date;
}

/** The sums of one currency, or of leads that earned nothing: `daily`, `dailyMinor`, and so on. */
export type Group = Readonly<Record<string, number>> & { readonly _id: string | null };

/** The stored leads that count for an owner, at instants of their own. */
export interface CountedLeads {
  /** When the one counts that `number` others precede, of those from `from` on; undefined if there is none. */
  readonly instantAfter: (from: Date, number: number) => Promise<Date | undefined>;
  /** Those of the open names whose leads may stand within these instants. */
  readonly mayStand: (open: readonly OpenName[], within: Within) => readonly OpenName[];
  /** Those of the open names whose leads stand, and were counted already unless the recount has noted them. */
  readonly counted: (open: readonly OpenName[], within: Within) => Promise<readonly string[]>;
  /** Adds them up by currency, without those of these names. */
  readonly sum: (within: Within, starts: PeriodStarts, apart: readonly string[]) => Promise<readonly Group[]>;
}

/** The database gives up a query of a step after this time. */
const QUERY_MS = 5_000;

type Keyed = { readonly _id: string };

interface Source {
  readonly documents: Collection<Keyed>;
  /** The equal fields of the index, whose next one is `at`. */
  readonly indexed: Document;
  readonly whose: Document;
  /** The field that holds when a lead counts. */
  readonly at: string;
  /** The field that holds what it earned. */
  readonly amount?: string;
  readonly keyOfName: (name: string) => string;
  readonly mayStand: CountedLeads['mayStand'];
}

export function countedLeads(of: CountedCollections, tenantId: string, owner: CountOwner): CountedLeads {
  const source = 'supplierId' in owner ? decided(of, tenantId, owner) : placed(of, tenantId, owner);
  const { documents, indexed, whose, at, amount, keyOfName, mayStand } = source;
  // Left to choose, the database also tries the index of ids between thousands of them.
  const options = {
    hint: Object.fromEntries([...Object.keys(indexed), at].map((field) => [field, 1])),
    maxTimeMS: QUERY_MS,
  };
  return {
    mayStand,
    async instantAfter(from, number) {
      const [found] = await documents
        .find<{ at?: Date }>(
          { ...indexed, [at]: { $gte: from } },
          { ...options, projection: { _id: 0, at: `$${at}` } },
        )
        .sort({ [at]: 1 })
        .skip(number)
        .limit(1)
        .toArray();
      return found?.at;
    },
    async counted(open, within) {
      if (open.length === 0) return [];
      const found = await documents
        .find<Keyed & { opening?: string }>(
          { ...whose, _id: { $in: open.map(({ name }) => keyOfName(name)) }, [at]: within },
          { hint: { _id: 1 }, maxTimeMS: QUERY_MS, projection: { opening: '$decision.opening' } },
        )
        .toArray();
      // A placement is stored once its lead was counted. A decision comes before that, and names the opening that will be.
      const opened = new Set(open.map(({ name, opening }) => `${keyOfName(name)} ${opening}`));
      const keys = new Set(
        found.flatMap(({ _id, opening }) => (opened.has(`${_id} ${opening}`) ? [] : [_id])),
      );
      return open.flatMap(({ name }) => (keys.has(keyOfName(name)) ? [name] : []));
    },
    sum: (within, starts, apart) =>
      documents
        .aggregate<Group>(
          [
            {
              $match: {
                ...whose,
                [at]: within,
                ...(apart.length > 0 && { _id: { $nin: apart.map(keyOfName) } }),
              },
            },
            {
              $group: {
                _id: amount === undefined ? null : `$${amount}.currency`,
                ...sumsSince(starts, at, amount),
              },
            },
          ],
          options,
        )
        .toArray(),
  };
}

function placed(
  { submissions }: CountedCollections,
  tenantId: string,
  owner: Exclude<CountOwner, SupplierOwner>,
): Source {
  const isClient = 'clientId' in owner;
  const field = isClient ? 'placement.clientId' : 'placement.campaignId';
  const id = isClient ? owner.clientId : 'group' in owner ? owner.memberId : owner.campaignId;
  const indexed = { tenantId, [field]: id };
  return {
    documents: submissions as unknown as Collection<Keyed>,
    indexed,
    whose: { ...indexed, ...('group' in owner && { 'placement.groupCount': countName(owner) }) },
    at: 'placement.at',
    amount: 'placement.amount',
    keyOfName: (name) => keyOf(tenantId, slotFromName(name).submissionId),
    mayStand: (open, { $gte, $lt }) => open.filter(({ at }) => at >= $gte && (!$lt || at < $lt)),
  };
}

function decided({ decisions }: CountedCollections, tenantId: string, { supplierId }: SupplierOwner): Source {
  const indexed = { tenantId, supplierId };
  return {
    documents: decisions as unknown as Collection<Keyed>,
    indexed,
    whose: indexed,
    at: 'decidedAt',
    keyOfName: (name) => keyOf(tenantId, name),
    // A decision is made some time after its name was opened; few are open at once.
    mayStand: (open) => open,
  };
}

function sumsSince(starts: PeriodStarts, at: string, amount: string | undefined): Document {
  return Object.fromEntries(
    turning.flatMap((type) => {
      const since = (what: Document | number) => ({
        $sum: { $cond: [{ $gte: [`$${at}`, starts[type]] }, what, 0] },
      });
      const count = [type, since(1)] as const;
      if (amount === undefined) return [count];
      return [count, [`${type}Minor`, since({ $ifNull: [`$${amount}.minor`, 0] })] as const];
    }),
  );
}
