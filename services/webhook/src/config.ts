/** What the webhook worker reads from its environment. */
import { longestTimeoutSeconds } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { outboundFragment } from '@sluice/runtime';

export const configShape = {
  ...workerShape(3016, longestTimeoutSeconds.firstSubmission),
  ...outboundFragment,
};
