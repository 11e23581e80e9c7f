/** What the SMS worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';
import { SMS_VENDOR_TIMEOUT_MS } from '@sluice/providers';
import { encryptionFragment, outboundFragment } from '@sluice/runtime';
import { z } from 'zod';

export const configShape = {
  ...workerShape(3014, SMS_VENDOR_TIMEOUT_MS / 1_000),
  ...outboundFragment,
  ...encryptionFragment,
  /** Where vendors report what became of a message; without it none is asked to. */
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
};
