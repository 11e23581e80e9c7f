/**
 * Removes a member who has the highest role of a place, disables one, or takes the role, but never from the last one.
 * Two requests at once, with the administrators Ada and Bo:
 *
 * 1. One marks Ada as leaving, the other marks Bo.
 * 2. Each looks for another administrator who is not leaving, and finds none.
 * 3. Each removes its mark and tries again after a random pause.
 * 4. The first to come again marks Ada, finds Bo, and removes Ada. The other finds nobody, and refuses.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { keyRange } from '../driver/keys.js';
import type { MemberChanged, MemberDocument } from './member-document.js';

/** Applies the change to the document of this filter; false if it no longer matches. */
type Change = (asFound: Filter<MemberDocument>) => Promise<boolean>;

/** Who must not be the last one to leave. */
export interface Kept {
  readonly place: string;
  readonly role: MemberDocument['role'];
}

/** A mark older than this belongs to a process that died; if not, that process finds its mark gone. */
const MARK_LASTS_MS = 60_000;
const TRIES = 20;
const PAUSE_MS = { least: 10, most: 60 };

const unmarked = { leaving: { $exists: false } };
const markIsOld = { $expr: { $lt: ['$leaving.at', { $subtract: ['$$NOW', MARK_LASTS_MS] }] } };

/** Applies `change` to the member `_id`, unless that would leave nobody with the role. */
export async function leaveLast(
  members: Collection<MemberDocument>,
  _id: string,
  kept: Kept,
  change: Change,
): Promise<MemberChanged> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const found = await members.findOne({ _id });
    if (!found) return 'unknown';
    const asFound = { _id, role: found.role, disabledAt: found.disabledAt ?? { $exists: false } };
    if (found.role !== kept.role || found.disabledAt) {
      if (await change(asFound)) return 'changed';
      continue;
    }
    const token = randomBytes(9).toString('base64url');
    await members.updateOne({ _id, ...markIsOld }, { $unset: { leaving: '' } });
    const mark = [{ $set: { leaving: { token, at: '$$NOW' } } }];
    const { matchedCount } = await members.updateOne({ ...asFound, ...unmarked }, mark);
    if (matchedCount === 1) {
      const others = await othersThan(members, _id, kept);
      if (others === 'stay' && (await change({ _id, 'leaving.token': token }))) return 'changed';
      await members.updateOne({ _id, 'leaving.token': token }, { $unset: { leaving: '' } });
      if (others === 'none') return 'last_one';
    }
    // Another request is changing this member or the others; its result is visible in a moment.
    await pause(randomInt(PAUSE_MS.least, PAUSE_MS.most));
  }
  return 'last_one';
}

async function othersThan(
  members: Collection<MemberDocument>,
  _id: string,
  { place, role }: Kept,
): Promise<'stay' | 'leaving' | 'none'> {
  const others = { _id: { ...keyRange(`${place}/`), $ne: _id }, role, disabledAt: { $exists: false } };
  await members.updateMany({ ...others, ...markIsOld }, { $unset: { leaving: '' } });
  if (await members.findOne({ ...others, ...unmarked }, { projection: { _id: 1 } })) return 'stay';
  return (await members.findOne(others, { projection: { _id: 1 } })) ? 'leaving' : 'none';
}
