/** POST /api/v1/ledger/adjustments: a person's correction of what a lead earned. */
import { createAdjustment } from '@sluice/contracts';
import { bookAdjustment, shownEntry, type StoresFor } from '@sluice/pipeline';
import { defineRoute } from '@sluice/http';

export const createAdjustmentRoute = defineRoute(
  createAdjustment,
  async ({ body, tenant: { tenantId, prefix }, ids }, deps: StoresFor<'clock' | 'forTenant'>) =>
    shownEntry(await bookAdjustment(deps, tenantId, body, { entryId: ids.of('adjustment'), by: prefix })),
);
