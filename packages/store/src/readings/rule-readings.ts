/**
 * How often the rules of campaigns meet values that they cannot read as the number or date that they compare: of each rule
 * the last hundred, in one document. Only rules that met such a value are written.
 */
import type { Collection, Document } from 'mongodb';
import { keyOf } from '../driver/keys.js';
import { writeFigures } from '../figures/counting.js';

/** A value that a rule met: readable, or why not. */
export interface NotedReading {
  readonly campaignId: string;
  readonly field: string;
  readonly operator: string;
  readonly verdict: 'read' | 'not_a_number' | 'not_a_date';
}

/** A rule as stored. */
export interface RuleReadingDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly campaignId: string;
  readonly field: string;
  readonly operator: string;
  /** One character for each of the last values, the newest last: `r` readable, `n` no number, `d` no date. */
  readonly last: string;
  readonly unread: number;
  /** When it last met one that it could not read. */
  readonly unreadAt: Date;
  /** The same, while it is a finding. */
  readonly findingAt?: Date;
}

/** A rule that meets too many values which it cannot read. */
export interface UnreadRule extends Pick<
  RuleReadingDocument,
  'tenantId' | 'campaignId' | 'field' | 'operator' | 'unread' | 'unreadAt'
> {
  /** How many of its last values are known. */
  readonly of: number;
  readonly wanted: 'number' | 'date';
}

/** The values of a rule that are remembered. */
const LAST = 100;
/** It is a finding from this many values on, if more than a tenth could not be read. */
const FROM = 20;
const WRITTEN_EVERY_MS = 1_000;
/** Rules that one process follows; further ones are not followed. */
const MOST = 5_000;

const marks = { read: 'r', not_a_number: 'n', not_a_date: 'd' } as const;

interface Followed {
  readonly rule: Pick<RuleReadingDocument, 'tenantId' | 'campaignId' | 'field' | 'operator'>;
  last: string;
  unwritten: string;
  unreadAt?: Date;
}

/** The rules of an installation. */
export class RuleReadingStore {
  readonly #readings: Collection<RuleReadingDocument>;
  readonly #clock: { now(): Date };
  readonly #followed = new Map<string, Followed>();
  readonly #due = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(collection: Collection<RuleReadingDocument>, clock: { now(): Date }) {
    this.#readings = collection;
    this.#clock = clock;
  }

  /** Notes a value that a rule of the tenant met; it is written within about a second, if it matters. */
  note(tenantId: string, { campaignId, field, operator, verdict }: NotedReading): void {
    const key = ruleKey(tenantId, campaignId, `${field}.${operator}`);
    let followed = this.#followed.get(key);
    if (!followed) {
      if (this.#followed.size >= MOST) return;
      followed = { rule: { tenantId, campaignId, field, operator }, last: '', unwritten: '' };
      this.#followed.set(key, followed);
    }
    followed.last = newest(followed.last + marks[verdict]);
    followed.unwritten = newest(followed.unwritten + marks[verdict]);
    if (verdict !== 'read') followed.unreadAt = this.#clock.now();
    // Readable values are written only while they dilute others.
    if (!/[nd]/.test(followed.last)) return;
    this.#due.add(key);
    this.#timer ??= setTimeout(() => void this.flush(), WRITTEN_EVERY_MS).unref();
  }

  /** Writes what was noted so far. Never rejects: what cannot be written is lost. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const updates = [...this.#due].flatMap((key) => {
      const followed = this.#followed.get(key);
      if (!followed?.unreadAt) return [];
      const { rule, unwritten, unreadAt } = followed;
      followed.unwritten = '';
      return [
        { updateOne: { filter: { _id: key }, update: adding(rule, unwritten, unreadAt), upsert: true } },
      ];
    });
    this.#due.clear();
    await this.#writing;
    this.#writing = writeFigures(this.#readings, updates).catch(() => undefined);
    await this.#writing;
  }

  /** Rules of any tenant, or of one, that are a finding and met such a value since `since`, the latest first. */
  async unread(most: number, since: Date, tenantId?: string): Promise<readonly UnreadRule[]> {
    const found = await this.#readings
      .find({ findingAt: { $gte: since }, ...(tenantId !== undefined && { tenantId }) })
      .sort({ findingAt: -1 })
      .limit(most)
      .toArray();
    return found.map(ruleFrom);
  }
}

// A field key may hold any character.
function ruleKey(tenantId: string, campaignId: string, rule: string): string {
  return keyOf(tenantId, `${campaignId}.${encodeURIComponent(rule)}`);
}

function newest(marked: string): string {
  return marked.slice(-LAST);
}

// The values of several processes are added in the order in which they are written.
function adding(rule: Followed['rule'], unwritten: string, unreadAt: Date): Document[] {
  const all = { $concat: [{ $ifNull: ['$last', ''] }, unwritten] };
  const length = { $strLenBytes: '$last' };
  const isFinding = { $and: [{ $gte: [length, FROM] }, { $gt: [{ $multiply: ['$unread', 10] }, length] }] };
  const named = Object.entries(rule).map(([name, value]) => [name, { $literal: value }] as const);
  return [
    { $set: { ...Object.fromEntries(named), last: all, unreadAt: { $max: ['$unreadAt', unreadAt] } } },
    { $set: { last: { $substrBytes: ['$last', { $max: [0, { $subtract: [length, LAST] }] }, LAST] } } },
    {
      $set: {
        // Those that are left without the readable ones.
        unread: { $strLenBytes: { $replaceAll: { input: '$last', find: 'r', replacement: '' } } },
      },
    },
    { $set: { findingAt: { $cond: [isFinding, '$unreadAt', '$$REMOVE'] } } },
  ];
}

function ruleFrom({
  tenantId,
  campaignId,
  field,
  operator,
  last,
  unread,
  unreadAt,
}: RuleReadingDocument): UnreadRule {
  const wanted = last.lastIndexOf('d') > last.lastIndexOf('n') ? 'date' : 'number';
  return { tenantId, campaignId, field, operator, unread, unreadAt, of: last.length, wanted };
}
