/** Fills a tenant's store with a month of data: copies of one ended lead, spread over many campaigns. */
import type { Db } from 'mongodb';
import { encodeTime } from 'ulid';
import type { Bench } from '../contestant.js';
import { makePerson } from '../load/person.js';
import { copierOf, type Identity } from './copy-lead.js';
import { textsOf, type Keyed, type RecordedLead } from './record-lead.js';

const CAMPAIGNS = 500;
const AT_ONCE = 2_000;
/** The leads arrived over this time, the last of them an hour ago. */
const OVER_MS = 30 * 86_400_000;
const UNTIL_MS_AGO = 3_600_000;

/** Adds `count` leads. */
export async function growStore(
  db: Db,
  { identity, ended }: RecordedLead,
  { people }: Bench,
  count: number,
): Promise<void> {
  const copiers = Object.entries(ended).map(
    ([name, documents]) => [name, documents.map((one) => copierOf(one, identity))] as const,
  );
  const [startMs, first] = [Date.now() - UNTIL_MS_AGO - OVER_MS, people(count)];
  const leadAt = (place: number): Identity => {
    const acceptedMs = startMs + Math.floor((place / count) * OVER_MS);
    const ulidOf = (kind: number) =>
      `_${encodeTime(acceptedMs, 10)}${kind}${String(place).padStart(15, '0')}`;
    const campaignId = `G${String(place % CAMPAIGNS).padStart(3, '0')}`;
    const texts = textsOf(makePerson(campaignId, first + place), ulidOf(0), ulidOf(1));
    return { texts: [...texts, campaignId], acceptedMs };
  };
  for (let done = 0; done < count; done += AT_ONCE) {
    const leads = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, n) => leadAt(done + n));
    const inserting = copiers.map(async ([name, copies]) => {
      const copied = leads.flatMap((lead) => copies.map((copy) => copy(lead)));
      // Documents that have expired by now would have been deleted long ago.
      const kept = copied.filter(({ expiresAt }) => !(expiresAt instanceof Date) || expiresAt > new Date());
      if (kept.length === 0) return;
      // They need not survive a crash.
      const fast = { ordered: false, writeConcern: { w: 1, journal: false } } as const;
      await db.collection<Keyed>(name).insertMany(kept, fast);
    });
    await Promise.all(inserting);
  }
  // Pending disk writes must not be charged to the measured leads.
  await db.admin().command({ fsync: 1 });
}
