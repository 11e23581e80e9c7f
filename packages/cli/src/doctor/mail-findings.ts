/** Clients that want e-mail, and mail that no server takes. */
import { stateOfCredentials, type Client, type ProviderCredentials } from '@sluice/contracts';

/** The clients of a tenant, and the mail servers that it may use. */
export interface MailConfiguration {
  readonly clients: readonly Client[];
  /** Absent if they cannot be decrypted. */
  readonly credentials: ProviderCredentials | undefined;
  /** Whether the installation has a mail server, for tenants without one; absent if that is not known. */
  readonly hasMailServer?: boolean;
}

/** A problem without its full stop, and its remedy. */
type Reported = readonly [problem: string, remedy: string];

/** What keeps the tenant's clients from getting the mail that they want. Archived clients want none. */
export function mailFindings({ clients, credentials, hasMailServer }: MailConfiguration): Reported[] {
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
