/** Goes on with returns that a process has written and not completed, because it died. */
import type { OverdueReturn } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { completeReturn, type ReturnDeps } from '../returns/complete-return.js';
import { workThrough } from './fail-alone.js';

const AT_ONCE = 200;

/** Completes overdue returns, and answers how many. */
export async function finishReturns(
  core: ReturnDeps & StoresFor<'due'> & Pick<Core, 'metrics'>,
): Promise<number> {
  return workThrough(core, {
    part: 'returns',
    atOnce: AT_ONCE,
    read: (limit, passOver) => core.stores.due.overdueReturns(limit, passOver),
    work: async ({ tenantId, record }: OverdueReturn) => void (await completeReturn(core, tenantId, record)),
    idsOf: ({ tenantId, record: { returnId, leadId } }) => ({ tenantId, returnId, leadId }),
  });
}
