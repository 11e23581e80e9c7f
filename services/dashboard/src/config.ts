/** The environment variables that the dashboard reads. */
import { addressFrom, isAddress } from '@sluice/identity';
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
  DASHBOARD_FOR: z
    .enum(['everyone', 'tenants'])
    .default('everyone')
    .describe(
      'Whom the dashboard serves: `everyone`, or `tenants`, the people and keys of tenants only, which may be published.',
    ),
  DASHBOARD_PORT: portOr(3001, 'Port of the dashboard.'),
  HEALTH_PORT: healthPortOr(3018),
  OPERATOR_EMAIL: z
    .string()
    .optional()
    .transform((typed) => (typed === undefined ? undefined : addressFrom(typed)))
    .refine((address) => address === undefined || isAddress(address), 'must be an e-mail address')
    .describe(
      'E-mail address of the first administrator, who is made while the installation has none; no effect afterwards.',
    ),
  OPERATOR_PASSWORD: z
    .string()
    .optional()
    .describe('Password of the first administrator; must be strong in production. No effect afterwards.'),
  OPERATOR_SECOND_FACTOR: z
    .enum(['optional', 'required'])
    .default('optional')
    .describe('Whether operators who log in with a password need a second factor.'),
  // Sessions and vendors' credentials are worth nothing without it.
  ...encryptionFragment,
  // It tells whether the installation has a mail server, whose password nobody needs here.
  MAIL_FROM: mailFragment.MAIL_FROM,
  // Where pages and links to posting instructions say that leads are sent.
  ...publicUrlFragment,
  ...outsideFragment,
};
