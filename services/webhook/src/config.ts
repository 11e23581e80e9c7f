/** What the webhook worker reads from its environment. */
import { LONGEST_FIRST_SUBMISSION_CALL_SECONDS } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { outboundFragment } from '@sluice/runtime';

export const configShape = {
  ...workerShape(3016, LONGEST_FIRST_SUBMISSION_CALL_SECONDS),
  ...outboundFragment,
};
