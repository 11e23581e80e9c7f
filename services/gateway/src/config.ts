/** What the gateway reads from its environment. */
import {
  admissionFragment,
  encryptionFragment,
  outboundFragment,
  portOr,
  processFragment,
  storesFragment,
  tracingFragment,
} from '@sluice/runtime';
import { z } from 'zod';

export const configShape = {
  ...storesFragment,
  ...admissionFragment,
  ...processFragment,
  ...outboundFragment,
  ...tracingFragment,
  ...encryptionFragment,
  PORT: portOr(3000),
  /** Where the interface is reached from outside; default this process's own address. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
};
