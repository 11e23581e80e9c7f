/** What the gateway reads from its environment. */
import {
  encryptionFragment,
  outboundFragment,
  portOr,
  processFragment,
  proxyFragment,
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
  /** From 70 % of so many submissions past due or in the queues on, new work is refused. */
  MAX_BACKLOG: z.coerce.number().int().min(1).default(100_000),
  PORT: portOr(3000),
  HEALTH_PORT: portOr(3010),
  /** Where the interface is reached from outside; default this process's own address. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
};
