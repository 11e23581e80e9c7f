/** A person approves, denies or withdraws a requested return. */
import { ApiError, type ReturnDecision, type ReturnRecord } from '@sluice/contracts';
import { now } from '../core.js';
import { leftToReturn } from './left-to-return.js';
import { nothingLeft } from './refusals.js';
import { returnDueAt, completeReturn, type ReturnDeps } from './complete-return.js';

/** Who decides, why, and in which request. */
export interface DecisionWords {
  readonly by?: string;
  /** It is a person or key of the installation. */
  readonly byOperator?: true | undefined;
  readonly note?: string | undefined;
  /** A repeated request has the same one. */
  readonly decisionId?: string;
}

/**
 * Decides a return and completes it. Of several decisions at once the first counts.
 * @throws ApiError NOT_FOUND; INVALID_STATE if it was decided before, or if there is nothing left to take back, which
 * leaves it as it is
 */
export async function decideReturn(
  core: ReturnDeps,
  tenantId: string,
  returnId: string,
  status: ReturnDecision,
  { by, byOperator, note, decisionId }: DecisionWords = {},
): Promise<ReturnRecord> {
  const { returns } = core.stores.forTenant(tenantId);
  const record = await returns.find(returnId);
  if (!record) throw new ApiError('NOT_FOUND');
  if (status === 'approved' && record.status === 'requested') await refuseNothingLeft(core, tenantId, record);
  const decided = await returns.decide(
    record,
    'requested',
    {
      status,
      decidedAt: now(core),
      decidedBy: by,
      decidedByOperator: byOperator,
      decisionNote: note,
      decisionId,
    },
    returnDueAt(core),
  );
  const stored = decided ?? (await returns.find(returnId)) ?? record;
  const isOurs = decided || (decisionId !== undefined && stored.decisionId === decisionId);
  if (!isOurs) throw decidedBefore(stored);
  return (await completeReturn(core, tenantId, stored)) ?? stored;
}

async function refuseNothingLeft(core: ReturnDeps, tenantId: string, record: ReturnRecord): Promise<void> {
  if ((await leftToReturn(core, tenantId, record)) === undefined) throw nothingLeft();
}

function decidedBefore({ status }: ReturnRecord): ApiError {
  return new ApiError('INVALID_STATE', { details: [`already_decided: the return is ${status}`] });
}
