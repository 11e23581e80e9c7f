/** The secrets that sign a tenant's events: two while one is being rotated, none if none is set. */
import type { Tenant } from '@sluice/contracts';

export function signingSecrets(tenant: Tenant | undefined): readonly string[] {
  const { secret, previousSecret } = tenant?.settings.webhooks ?? {};
  return [secret, previousSecret].filter((known) => known !== undefined);
}
