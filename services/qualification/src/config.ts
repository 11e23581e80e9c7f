/** What the qualification worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';

export const configShape = workerShape(3011);
