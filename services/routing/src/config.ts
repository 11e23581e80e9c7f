/** What the routing worker reads from its environment. */
import { routingQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';

export const configShape = workerShape(routingQueue, 3012);
