/** The environment variables that the webhook worker reads. */
import { longestTimeoutSeconds, webhookQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment, outboundCallsFragment } from '@sluice/process';

export const configShape = {
  ...workerShape(webhookQueue, 3016, longestTimeoutSeconds.firstSubmission),
  ...outboundCallsFragment,
  ...encryptionFragment,
};
