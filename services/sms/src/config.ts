/** The environment variables that the SMS worker reads. */
import { smsQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { SMS_VENDOR_TIMEOUT_MS } from '@sluice/providers';
import { encryptionFragment, outboundCallsFragment, publicUrlFragment } from '@sluice/process';

export const configShape = {
  ...workerShape(smsQueue, 3014, SMS_VENDOR_TIMEOUT_MS / 1_000),
  ...outboundCallsFragment,
  ...encryptionFragment,
  // Without it, vendors are not asked for status reports.
  ...publicUrlFragment,
};
