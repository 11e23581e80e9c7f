/** The numbers of leads in a report, in the order of its columns. */
import type { ReportNumber } from '@sluice/contracts';

export const numberNames = {
  received: 'Received',
  qualified: 'Qualified',
  delivered: 'Delivered',
  rejected: 'Rejected',
  duplicate: 'Duplicate',
  disqualified: 'Disqualified',
  failed: 'Failed',
  error: 'Error',
  pending: 'Pending',
  returned: 'Returned',
} as const satisfies Readonly<Record<ReportNumber, string>>;

export const numbersCounted = Object.keys(numberNames) as readonly ReportNumber[];
