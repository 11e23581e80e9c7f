/** The environment variables that the routing worker reads. */
import { routingQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';

export const configShape = workerShape(routingQueue, 3012);
