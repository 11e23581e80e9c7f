/** The refusal of changes to a configuration that was changed since they were planned. */
import { ApiError } from '@sluice/contracts';
import type { Stores } from '@sluice/store';
import { shownBy, type Caller } from '../who-did.js';

/** The refusal, which names the changes after `version` to the caller, as far as they are known. */
export async function changedSince(
  { configurations }: Pick<Stores, 'configurations'>,
  tenantId: string,
  caller: Caller,
  version: number | undefined,
): Promise<ApiError> {
  const { known, count } =
    version === undefined ? { known: [], count: 0 } : await configurations.since(tenantId, version);
  const lines = known.flatMap(({ lines: changed, more = 0, ...change }) => {
    const told = [...changed, ...(more > 0 ? [`and ${more} more`] : [])];
    return told.map((line) => `${change.at.toISOString()}, ${shownBy(caller, change)}: ${line}`);
  });
  const untold = count - known.length;
  return new ApiError('INVALID_STATE', {
    message: 'The configuration has changed since this plan was made; nothing was changed: plan it again',
    details:
      lines.length > 0 || untold > 0
        ? [...(untold > 0 ? [`${untold} further changes before these`] : []), ...lines]
        : undefined,
  });
}
