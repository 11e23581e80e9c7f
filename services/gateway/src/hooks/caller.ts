import type { smsHooks } from '@sluice/providers';

/** Whose call it is that came from a vendor. */
export interface Caller {
  readonly tenantId: string;
  readonly provider: keyof typeof smsHooks;
}
