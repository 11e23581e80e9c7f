/** The secrets that a tenant's events are signed with: two while one is being replaced, none when none is set. */
import type { Tenant } from '@sluice/contracts';

export function signingSecrets(tenant: Tenant | undefined): readonly string[] {
  const { secret, previousSecret } = tenant?.settings.webhooks ?? {};
  return [secret, previousSecret].filter((known) => known !== undefined);
}
