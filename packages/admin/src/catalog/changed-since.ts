/** The refusal of changes to a configuration that was changed since they were planned. */
import { ApiError } from '@sluice/contracts';
import type { Stores } from '@sluice/store';

/** The refusal, which names the changes after `version`, as far as they are known. */
export async function changedSince(
  { configurations }: Pick<Stores, 'configurations'>,
  tenantId: string,
  version: number | undefined,
): Promise<ApiError> {
  const { known, count } =
    version === undefined ? { known: [], count: 0 } : await configurations.since(tenantId, version);
  const lines = known.flatMap(({ at, by, lines: changed, more = 0 }) => {
    const told = [...changed, ...(more > 0 ? [`and ${more} more`] : [])];
    return told.map((line) => `${at.toISOString()}, ${by}: ${line}`);
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
