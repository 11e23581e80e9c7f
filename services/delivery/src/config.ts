/** The environment variables that the delivery worker reads. */
import { deliveryQueue, longestTimeoutSeconds } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment, mailFragment, outboundCallsFragment } from '@sluice/process';

export const configShape = {
  ...workerShape(deliveryQueue, 3013, longestTimeoutSeconds.delivery),
  ...outboundCallsFragment,
  ...encryptionFragment,
  ...mailFragment,
};
