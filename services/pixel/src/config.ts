/** The environment variables that the pixel worker reads. */
import { pixelQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { encryptionFragment, outboundCallsFragment } from '@sluice/process';

/** How long an ad platform may take to answer. */
export const LONGEST_PLATFORM_CALL_SECONDS = 10;

export const configShape = {
  ...workerShape(pixelQueue, 3015, LONGEST_PLATFORM_CALL_SECONDS),
  ...outboundCallsFragment,
  ...encryptionFragment,
};
