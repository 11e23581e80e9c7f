/** Goes on with returns that a process has written and then not settled, because it died. */
import type { UnsettledReturn } from '@sluice/store';
import type { Core, StoresFor } from '../core.js';
import { settleReturn, type ReturnDeps } from '../returns/settle-return.js';
import { workThrough } from './fail-alone.js';

const AT_ONCE = 200;

/** Settles overdue returns, and answers how many. */
export async function finishReturns(
  core: ReturnDeps & StoresFor<'due'> & Pick<Core, 'metrics'>,
): Promise<number> {
  return workThrough(core, {
    part: 'returns',
    atOnce: AT_ONCE,
    read: (limit, passOver) => core.stores.due.unsettledReturns(limit, passOver),
    work: async ({ tenantId, record }: UnsettledReturn) => void (await settleReturn(core, tenantId, record)),
    idsOf: ({ tenantId, record: { returnId, leadId } }) => ({ tenantId, returnId, leadId }),
  });
}
