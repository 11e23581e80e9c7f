/** What the routing worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';
import { readConfig } from '@sluice/runtime';

export const config = readConfig(workerShape(3012));
