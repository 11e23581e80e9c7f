/** What the console reads from its environment. */
import { portOr, processFragment, storesFragment } from '@sluice/runtime';
import { z } from 'zod';

export const configShape = {
  ...storesFragment,
  ...processFragment,
  DASHBOARD_PORT: portOr(3001),
  HEALTH_PORT: portOr(3017),
  OPERATOR_PASSWORD: z.string({ error: 'is required: what the operator logs in with' }),
};
