/** The environment variables that the gateway reads. */
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
} from '@sluice/process';
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
    .describe('The gateway refuses new leads once 70 % of this many submissions are overdue or queued.'),
  PORT: portOr(3000, 'Port of the HTTP API.'),
  HEALTH_PORT: healthPortOr(3010),
  // Without it, the address of this process is used.
  ...publicUrlFragment,
};
