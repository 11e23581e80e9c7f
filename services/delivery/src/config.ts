/** What the delivery worker reads from its environment. */
import { LONGEST_ENDPOINT_TIMEOUT_SECONDS } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { outboundFragment } from '@sluice/runtime';

export const configShape = { ...workerShape(3013, LONGEST_ENDPOINT_TIMEOUT_SECONDS), ...outboundFragment };
