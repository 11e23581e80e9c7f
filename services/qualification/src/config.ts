/** What the qualification worker reads from its environment. */
import { qualificationQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';

export const configShape = workerShape(qualificationQueue, 3011);
