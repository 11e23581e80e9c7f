/** The environment variables that the routing worker reads. */
import { routingQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment } from '@sluice/process';

export const configShape = { ...workerShape(routingQueue, 3012), ...encryptionFragment };
