/** Clients that want e-mail, and mail that no server takes. */
import { stateOfCredentials } from '@sluice/contracts';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** What keeps the tenant's clients from getting the mail that they want. Archived clients want none. */
export function mailFindings({ clients, credentials, hasMailServer }: TenantConfiguration): Reported[] {
  const writable = clients.filter(({ archivedAt }) => archivedAt === undefined);
  const wanting = writable.flatMap(({ clientId, settings }) => {
    const wants = [
      ...(settings?.postingMethod === 'email' ? ['its leads'] : []),
      ...(settings?.notificationEmail !== undefined && settings.postingMethod !== 'email' ? ['notices'] : []),
      ...(settings?.sendDailyReport === true ? ['daily reports'] : []),
    ];
    return wants.length === 0 ? [] : [{ clientId, settings, wants: wants.join(' and ') }];
  });
  const unaddressed = wanting.flatMap(({ clientId, settings, wants }): Reported[] =>
    settings?.notificationEmail === undefined
      ? [
          [
            `client ${clientId}: it wants ${wants} by e-mail, and has no address`,
            'Give it settings.notificationEmail.',
          ],
        ]
      : [],
  );
  const isServed =
    !credentials || hasMailServer !== false || stateOfCredentials('smtp', credentials).state === 'set';
  if (isServed) return unaddressed;
  const unserved = wanting.map(({ clientId, wants }): Reported => [
    `client ${clientId}: it wants ${wants} by e-mail, and no mail server is set`,
    'Set providers.smtp of the tenant, or SMTP_URL and MAIL_FROM of the installation; if the services have these, run the doctor with them too.',
  ]);
  return [...unaddressed, ...unserved];
}
