import type { smsHooks } from '@sluice/providers';

/** The tenant and the vendor on whose behalf a callback arrived. */
export interface Caller {
  readonly tenantId: string;
  readonly provider: keyof typeof smsHooks;
}
