/** Fills a tenant's store with a month of data: copies of one ended lead, spread over many campaigns. */
import type { Db } from 'mongodb';
import type { Bench } from '../contestant.js';
import { identityOf } from './identity.js';
import { copyInserter } from './insert-copies.js';
import type { RecordedLead } from './record-lead.js';

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
  // They need not survive a crash.
  const insert = copyInserter(db, [ended, identity], { writeConcern: { w: 1, journal: false } });
  const [startMs, firstPerson] = [Date.now() - UNTIL_MS_AGO - OVER_MS, people(count)];
  const leadAt = (place: number) =>
    identityOf({
      campaignId: `G${String(place % CAMPAIGNS).padStart(3, '0')}`,
      person: firstPerson + place,
      acceptedMs: startMs + Math.floor((place / count) * OVER_MS),
    });
  for (let done = 0; done < count; done += AT_ONCE)
    await insert(Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, n) => leadAt(done + n)));
  // Pending disk writes must not be charged to the measured leads.
  await db.admin().command({ fsync: 1 });
}
