/** What the webhook worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';
import { outboundFragment, readConfig } from '@sluice/runtime';

export const config = readConfig({ ...workerShape(3016), ...outboundFragment });
