/**
 * Removes an administrator, disables one, or takes the role, but never from the last one. Two requests at once, with the
 * administrators Ada and Bo:
 *
 * 1. One marks Ada as leaving, the other marks Bo.
 * 2. Each looks for another administrator who is not leaving, and finds none.
 * 3. Each removes its mark and tries again after a random pause.
 * 4. The first to come again marks Ada, finds Bo, and removes Ada. The other finds nobody, and refuses.
 */
import { randomBytes, randomInt } from 'node:crypto';
import type { Collection, Filter } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperatorChanged, OperatorDocument } from './operator-document.js';

/** Applies the change to the document of this filter; false if it no longer matches. */
type Change = (asMarked: Filter<OperatorDocument>) => Promise<boolean>;

/** A mark older than this belongs to a process that died; if not, that process finds its mark gone. */
const MARK_LASTS_MS = 60_000;
const TRIES = 20;
const PAUSE_MS = { least: 10, most: 60 };

const administrators = { role: 'administer', disabledAt: { $exists: false } } as const;
const unmarked = { leaving: { $exists: false } };
const markIsOld = { $expr: { $lt: ['$leaving.at', { $subtract: ['$$NOW', MARK_LASTS_MS] }] } };

/** Applies `change` to the operator `_id`, unless that would leave no administrator. */
export async function leaveAdministrators(
  operators: Collection<OperatorDocument>,
  _id: string,
  change: Change,
): Promise<OperatorChanged> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const found = await operators.findOne({ _id });
    if (!found) return 'unknown';
    const { version } = found;
    if (found.role !== 'administer' || found.disabledAt) {
      if (await change({ _id, version })) return 'changed';
      continue;
    }
    const token = randomBytes(9).toString('base64url');
    await operators.updateOne({ _id, ...markIsOld }, { $unset: { leaving: '' } });
    const mark = [{ $set: { leaving: { token, at: '$$NOW' } } }];
    const { matchedCount } = await operators.updateOne({ _id, version, ...unmarked }, mark);
    if (matchedCount === 1) {
      const others = await othersThan(operators, _id);
      if (others === 'stay' && (await change({ _id, 'leaving.token': token }))) return 'changed';
      await operators.updateOne({ _id, 'leaving.token': token }, { $unset: { leaving: '' } });
      if (others === 'none') return 'last_administrator';
    }
    // Another request is changing this operator or the others; its result is visible in a moment.
    await pause(randomInt(PAUSE_MS.least, PAUSE_MS.most));
  }
  return 'last_administrator';
}

async function othersThan(
  operators: Collection<OperatorDocument>,
  _id: string,
): Promise<'stay' | 'leaving' | 'none'> {
  const others = { ...administrators, _id: { $ne: _id } };
  await operators.updateMany({ ...others, ...markIsOld }, { $unset: { leaving: '' } });
  if (await operators.findOne({ ...others, ...unmarked }, { projection: { _id: 1 } })) return 'stay';
  return (await operators.findOne(others, { projection: { _id: 1 } })) ? 'leaving' : 'none';
}
