/** Secrets that are used and not set, and webhooks that nobody signs. */
import { outgoingTexts, secretNamesOfText } from '@sluice/domain';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** Webhooks that are sent without a signing secret. */
export function unsignedWebhooks({ tenant, campaigns }: TenantConfiguration): Reported[] {
  const { webhooks } = tenant.settings;
  const sends =
    webhooks?.url !== undefined || campaigns.some((campaign) => campaign.webhooks?.url !== undefined);
  if (!sends || webhooks?.secret !== undefined) return [];
  return [['its webhooks have no signing secret', 'Give the tenant settings.webhooks.secret.']];
}

/** Each secret that is used and not set, with all places that use it. */
export function missingSecrets(configuration: TenantConfiguration): Reported[] {
  const { tenant, clients, deliveryEndpoints, campaigns, suppliers, lookups, secrets } = configuration;
  if (!secrets) return [];
  const known = new Set(secrets);
  const parts = { settings: tenant.settings, clients, deliveryEndpoints, campaigns, suppliers, lookups };
  const places = new Map<string, string[]>();
  for (const sent of outgoingTexts(parts)) {
    for (const name of secretNamesOfText(sent)) {
      if (known.has(name)) continue;
      const place = placeOf(sent.path, configuration);
      places.set(name, [...(places.get(name) ?? []), place]);
    }
  }
  return [...places].map(([name, where]) => [
    `secret ${name} is used by ${[...new Set(where)].join(', ')}, but is not set; what needs it is not sent`,
    `Set it with \`sluice secrets set ${name} --tenant ${tenant.tenantId}\`, or correct the reference.`,
  ]);
}

// Positions in lists say nothing outside a tenant file.
function placeOf(
  [section = '', position = '', ...rest]: readonly string[],
  { clients, deliveryEndpoints, campaigns, suppliers, lookups }: TenantConfiguration,
): string {
  const at = Number(position);
  switch (section) {
    case 'clients':
      return `client ${clients[at]?.clientId} (${rest.join('.')})`;
    case 'deliveryEndpoints':
      return `delivery endpoint ${deliveryEndpoints[at]?.deliveryEndpointId} (${rest.join('.')})`;
    case 'campaigns':
      return `campaign ${campaigns[at]?.campaignId} (${rest.join('.')})`;
    case 'suppliers':
      return `supplier ${suppliers[at]?.supplierId} (${rest.join('.')})`;
    case 'lookups':
      return `look-up ${lookups[at]?.lookupId} (${rest.join('.')})`;
    default:
      return [section, position, ...rest].join('.');
  }
}
