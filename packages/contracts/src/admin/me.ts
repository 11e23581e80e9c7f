/** The caller's identity, and what people do with their own account. */
import { z } from 'zod';
import { adminRoles, memberRoles } from '../words.js';
import { instantSchema } from './admin-fields.js';
import { inInstallation } from './admin-scopes.js';
import { defineAdminEndpoint } from './define-admin-endpoint.js';
import { membershipSchema } from './membership.js';

export const adminGetMe = defineAdminEndpoint({
  method: 'GET',
  scope: 'self',
  path: '',
  role: 'view',
  members: memberRoles,
  beforeSecondFactor: true,
  summary: 'Who I am',
  description:
    'Returns the name of the caller in the audit, its role in the installation, and its places in tenants.',
  data: z.object({
    name: z.string().describe('The name of the person, or of the admin key.'),
    role: z.enum(adminRoles).optional().describe('Its role in the installation, if it is an operator.'),
    memberships: z.array(membershipSchema).describe('Its places in tenants; an operator needs none.'),
    via: z.string().describe('Its channel, e.g. `admin key` or `session`.'),
    account: z
      .object({
        name: z.string().describe('What the person is called on pages.'),
        address: z.string().describe('The address with which the person logs in.'),
        hasPassword: z.boolean().describe('Whether the person can log in with a password.'),
        isConnected: z.boolean().describe('Whether the person can log in with the OpenID provider.'),
        recoveryCodes: z
          .number()
          .int()
          .nullable()
          .describe('How many recovery codes are left; null without a second factor.'),
      })
      .optional()
      .describe('The account of a person who is logged in.'),
  }),
  examples: { data: { name: 'deploy pipeline', role: 'operate', memberships: [], via: 'admin key' } },
});

const own = { scope: 'self', role: 'view', members: memberRoles, forSessions: true } as const;
const code = z.string().max(40).describe('A code of the authenticator app, or a recovery code.');
const password = z.string().max(300).describe('The present password.');
const done = z.object({ done: z.literal(true).describe('It is done.') });
const isDone = { done: true } as const;
const recoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('Ten codes, each for one use, shown only once.'),
});
const codesExample = { recoveryCodes: ['3f9a1-c07be', '…'] };

export const adminSetMyName = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/name',
  summary: 'Change my name',
  did: 'changed the own name',
  description: 'Changes what the person is called on pages. The audit goes on naming the address.',
  body: z.object({ name: z.string().trim().min(1).max(200).describe('The new name.') }),
  data: done,
  examples: { body: { name: 'Ada Lovelace' }, data: isDone },
});

export const adminSetMyPassword = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/password',
  summary: 'Change my password',
  did: 'changed the own password',
  description:
    'Changes the password, ends all other sessions of the person within five seconds, and sends a mail that says so. Wrong passwords are delayed.',
  body: z.object({
    current: password,
    password: z.string().max(300).describe('The new one: 12 to 128 characters, not easy to guess.'),
  }),
  data: done,
  errors: ['RATE_LIMITED'],
  examples: { body: { current: 'quiet-heron-7719', password: 'loud-otter-3311' }, data: isDone },
});

export const adminSetUpSecondFactor = defineAdminEndpoint({
  ...own,
  beforeSecondFactor: true,
  method: 'POST',
  path: '/second-factor/set-up',
  summary: 'Set up a second factor',
  did: 'began to set up a second factor',
  description:
    'Makes a secret for an authenticator app. It counts once a code of the app has confirmed it. INVALID_STATE if there is one, or no password that it could guard.',
  data: z.object({
    secret: z.string().describe('To be typed into the app.'),
    uri: z.string().describe('The same as an address, for a QR code.'),
  }),
  errors: ['INVALID_STATE'],
  examples: {
    data: {
      secret: 'JBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Sluice:ada@example.com?secret=JBSWY3DPEHPK3PXP&issuer=Sluice',
    },
  },
});

export const adminConfirmSecondFactor = defineAdminEndpoint({
  ...own,
  beforeSecondFactor: true,
  method: 'POST',
  path: '/second-factor/confirm',
  summary: 'Turn on the second factor',
  did: 'turned on the second factor',
  description: 'Turns on the second factor that was set up, and returns the recovery codes.',
  body: z.object({ code: z.string().max(40).describe('A code of the authenticator app.') }),
  data: recoveryCodes,
  errors: ['RATE_LIMITED'],
  examples: { body: { code: '492039' }, data: codesExample },
});

export const adminRenewRecoveryCodes = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/second-factor/recovery-codes',
  summary: 'Make new recovery codes',
  did: 'made new recovery codes',
  description: 'Makes ten new recovery codes, which void the old.',
  body: z.object({ code }),
  data: recoveryCodes,
  errors: ['RATE_LIMITED'],
  examples: { body: { code: '492039' }, data: codesExample },
});

export const adminRemoveSecondFactor = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/second-factor/remove',
  summary: 'Turn off my second factor',
  did: 'turned off the second factor',
  description: 'Turns off the second factor, which needs both the password and a code. A mail says so.',
  body: z.object({ password, code }),
  data: done,
  errors: ['RATE_LIMITED'],
  examples: { body: { password: 'quiet-heron-7719', code: '492039' }, data: isDone },
});

export const adminDisconnectProvider = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/provider/disconnect',
  summary: 'Disconnect the OpenID provider',
  did: 'disconnected the OpenID provider',
  description:
    'Disconnects the OpenID provider from the account and ends the sessions that began there. INVALID_STATE if it is the only way in, or not connected.',
  data: done,
  errors: ['INVALID_STATE'],
  examples: { data: isDone },
});

export const adminListDevices = defineAdminEndpoint({
  ...own,
  method: 'GET',
  path: '/devices',
  summary: 'List my devices',
  description: 'Lists where the person is logged in, the most recently used first, 200 at most.',
  data: z.object({
    devices: z
      .array(
        z.object({
          deviceId: z.string().describe('Names the session.'),
          isThis: z.boolean().describe('Whether it made this call.'),
          address: z.string().describe('From where the person logged in; empty if nobody knows.'),
          userAgent: z.string().describe('The browser, in its own words.'),
          loggedInAt: instantSchema.describe('When the session began.'),
          lastUsedAt: instantSchema.describe('When it was used last, to about five minutes.'),
        }),
      )
      .describe('The sessions.'),
    hasMore: z.boolean().describe('Whether there are more.'),
  }),
  examples: {
    data: {
      devices: [
        {
          deviceId: 'q7w1',
          isThis: true,
          address: '203.0.113.7',
          userAgent: 'Mozilla/5.0 …',
          loggedInAt: '2026-01-15T09:00:00.000Z',
          lastUsedAt: '2026-01-15T17:20:00.000Z',
        },
      ],
      hasMore: false,
    },
  },
});

export const adminLogOutDevice = defineAdminEndpoint({
  ...own,
  method: 'POST',
  path: '/devices/{deviceId}/log-out',
  summary: 'Log out a device',
  did: 'logged out a device',
  description: 'Ends one session of the person, everywhere within five seconds.',
  params: z.object({ deviceId: z.string().describe('The device.') }),
  data: done,
  examples: { data: isDone },
});

export const adminRemovePersonsSecondFactor = defineAdminEndpoint({
  ...inInstallation.administer,
  method: 'POST',
  path: '/people/{personId}/second-factor/remove',
  summary: 'Remove the second factor of a person',
  did: 'removed the second factor of person {personId}',
  description:
    'Removes the second factor of a person who has lost phone and recovery codes, and sends the person a mail that says so. INVALID_STATE for oneself, who turns it off with password and code.',
  params: z.object({ personId: z.string().describe('The id of the person, or the address.') }),
  data: done,
  errors: ['INVALID_STATE'],
  examples: { data: isDone },
});
