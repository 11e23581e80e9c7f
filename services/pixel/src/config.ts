/** What the pixel worker reads from its environment. */
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment, outboundFragment } from '@sluice/runtime';

export const configShape = { ...workerShape(3015), ...outboundFragment, ...encryptionFragment };
