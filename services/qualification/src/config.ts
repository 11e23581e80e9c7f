/** The environment variables that the qualification worker reads. */
import { qualificationQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment } from '@sluice/process';

export const configShape = { ...workerShape(qualificationQueue, 3011), ...encryptionFragment };
