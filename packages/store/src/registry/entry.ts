/**
 * What is said about a collection: its indexes, how it is sharded and grows, whether its documents belong to a lead, and
 * what retention, erasure and export do with them. Nothing has a default, so nothing can be forgotten.
 */
import type { Collection, Filter, IndexDescription } from 'mongodb';
import type { LeadKeys } from './lead-keys.js';

/** Removes what is personal from the documents that match, and returns how many it changed. Repeatable. */
export type Clear<D extends object> = (
  collection: Collection<D>,
  filter: Filter<D>,
  at: Date,
) => Promise<number>;

/** How the records of a kind are exported. */
export interface ExportShape {
  /** The field with the time of writing. */
  readonly at: string;
  /** Whether that time is stored as text. */
  readonly text?: true;
  /** A prefix of ids whose own time is no later than that of writing. */
  readonly prefix?: string;
}

interface Facts {
  /**
   * The secondary indexes. No promise of ours rests on one: uniqueness comes from `_id`. Only the library of identity,
   * which makes up its own ids, needs unique ones, in collections that are never sharded.
   */
  readonly indexes: readonly IndexDescription[];
  /** By `_id` if it grows with the leads; otherwise it stays on one shard. */
  readonly sharded: 'by _id' | 'no';
  /** Whether it grows without a bound, so that no query may read it whole. */
  readonly grows: boolean;
  readonly export: ExportShape | 'no';
}

interface AboutALead<D extends object> {
  /**
   * Finds what belongs to some leads, by keys or by an index. Several filters are used one after another: what others
   * are found through comes last.
   */
  readonly ofLeads: (of: LeadKeys) => readonly Filter<D>[];
  /** What becomes of it when its lead is deleted. `expires`: it outlives the lead until its own time is over. */
  readonly retention: 'deleted' | 'kept' | 'expires' | Clear<D>;
  readonly erasure: 'deleted' | 'kept' | Clear<D>;
}

interface AboutNoLead {
  readonly ofLeads: 'none';
  /** `by age`: deleted after the days that a tenant keeps messages and the audit. `expires`: at its `expiresAt`. */
  readonly retention: 'kept' | 'by age' | 'expires';
  readonly erasure: 'kept';
}

/** An entry of the registry, for documents of the type `D`. */
export type Entry<D extends object> = Facts & (AboutALead<D> | AboutNoLead);

/** Carries the type of the documents; never present. */
export interface Holds<D extends object> {
  readonly documents?: D;
}

/** Declares a collection of documents of the type `D`. */
export function collection<D extends object>() {
  return <const E extends Entry<D>>(entry: E): E & Holds<D> => entry;
}
