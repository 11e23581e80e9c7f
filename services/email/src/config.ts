/** The environment variables that the e-mail worker reads. */
import { emailQueue } from '@sluice/contracts';
import { workerShape } from '@sluice/pipeline';
import { MAIL_TIMEOUT_MS } from '@sluice/providers';
import { encryptionFragment, mailFragment, outboundFragment } from '@sluice/process';

export const configShape = {
  ...workerShape(emailQueue, 3017, MAIL_TIMEOUT_MS / 1_000),
  ...outboundFragment,
  ...encryptionFragment,
  ...mailFragment,
};
