/** What the pixel worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment, outboundFragment, readConfig } from '@sluice/runtime';

export const config = readConfig({ ...workerShape(3015), ...outboundFragment, ...encryptionFragment });
