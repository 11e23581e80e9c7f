/** What the console reads from its environment. */
import {
  encryptionFragment,
  outboundFragment,
  portOr,
  processFragment,
  proxyFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
} from '@sluice/runtime';
import { z } from 'zod';

export const configShape = {
  ...storesFragment,
  ...processFragment,
  ...proxyFragment,
  ...encryptionFragment,
  ...outboundFragment,
  ...shutdownFragment(0),
  ...sweepFragment,
  DASHBOARD_PORT: portOr(3001),
  HEALTH_PORT: portOr(3018),
  OPERATOR_PASSWORD: z.string({ error: 'is required: what the operator logs in with' }),
};
