/** Suppliers that may send to campaigns which nobody has, and suppliers that cannot send at all. */
import { isPaused } from '@sluice/contracts';
import type { Reported, TenantConfiguration } from './tenant-configuration.js';

/** What keeps the tenant's suppliers from sending what they are meant to. One that is paused may be incomplete. */
export function supplierProblems(of: TenantConfiguration): Reported[] {
  const codes = new Set(of.campaigns.map(({ campaignId }) => campaignId));
  return of.suppliers
    .filter((supplier) => !isPaused(supplier))
    .flatMap(({ supplierId, status, campaigns = [] }): Reported[] => {
      const unknown = campaigns.filter((code) => !codes.has(code));
      const isWithoutKey = status === 'active' && !of.suppliersWithKey.has(supplierId);
      return [
        ...unknown.map((code): Reported => [
          `supplier ${supplierId}: its campaigns name ${code}, which does not exist`,
          "Add the campaign, or take it out of the supplier's list.",
        ]),
        ...(isWithoutKey
          ? [
              [
                `supplier ${supplierId}: it is active, and no key of it works`,
                `Make one with \`sluice keys create --tenant ${of.tenant.tenantId} --name NAME --supplier ${supplierId}\`, or pause the supplier.`,
              ] as const,
            ]
          : []),
      ];
    });
}
