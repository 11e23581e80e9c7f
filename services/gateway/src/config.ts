/** What the gateway reads from its environment. */
import {
  encryptionFragment,
  healthPortOr,
  outboundFragment,
  portOr,
  processFragment,
  proxyFragment,
  publicUrlFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
  tracingFragment,
} from '@sluice/runtime';
import { z } from 'zod';

export const configShape = {
  ...storesFragment,
  ...processFragment,
  ...outboundFragment,
  ...tracingFragment,
  ...encryptionFragment,
  ...proxyFragment,
  ...shutdownFragment(0),
  ...sweepFragment,
  MAX_BACKLOG: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000_000)
    .default(100_000)
    .describe('From 70 % of so many submissions past due or in the queues on, new work is refused.'),
  PORT: portOr(3000, 'Port of the interface.'),
  HEALTH_PORT: healthPortOr(3010),
  // Without it, this process's own address.
  ...publicUrlFragment,
};
