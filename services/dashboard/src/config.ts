/** The environment variables that the dashboard reads. */
import {
  encryptionFragment,
  healthPortOr,
  mailFragment,
  outboundFragment,
  portOr,
  processFragment,
  proxyFragment,
  publicUrlFragment,
  shutdownFragment,
  storesFragment,
  sweepFragment,
} from '@sluice/process';
import { z } from 'zod';
import { outsideFragment } from './login/outside/outside-config.js';

export const configShape = {
  ...storesFragment,
  ...processFragment,
  ...proxyFragment,
  ...outboundFragment,
  ...shutdownFragment(0),
  ...sweepFragment,
  DASHBOARD_PORT: portOr(3001, 'Port of the dashboard.'),
  HEALTH_PORT: healthPortOr(3018),
  OPERATOR_PASSWORD: z
    .string({ error: 'is required: the dashboard password' })
    .describe('Password of the dashboard’s first operator; must be strong in production.'),
  // Without it, vendors' credentials cannot be set here.
  ENCRYPTION_KEY: encryptionFragment.ENCRYPTION_KEY.optional(),
  // It tells whether the installation has a mail server, whose password nobody needs here.
  MAIL_FROM: mailFragment.MAIL_FROM,
  // Where pages and links to posting instructions say that leads are sent.
  ...publicUrlFragment,
  ...outsideFragment,
};
