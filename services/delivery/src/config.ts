/** What the delivery worker reads from its environment. */
import { longestTimeoutSeconds } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { outboundFragment } from '@sluice/runtime';

export const configShape = { ...workerShape(3013, longestTimeoutSeconds.delivery), ...outboundFragment };
