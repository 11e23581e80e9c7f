/** Suppliers that may send to campaigns which nobody has, that cannot send at all, or whose leads are paid for in vain. */
import { isPaused, maySendTo, type Campaign } from '@sluice/contracts';
import { takesSomeOf } from '@sluice/domain';
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

/** A campaign whose consent ends leads that have qualified by then, and so cost what their suppliers get for each lead. */
export function paidWithoutConsent(campaign: Campaign, of: TenantConfiguration): Reported[] {
  if (!campaign.consent) return [];
  const { retain, onFailure } = campaign.consent.trustedForm;
  if (retain === 'at_qualification' || onFailure === 'flag') return [];
  const paid = of.suppliers.filter(
    (supplier) =>
      !isPaused(supplier) &&
      supplier.cost?.mode === 'per_lead' &&
      maySendTo(supplier, campaign.campaignId) &&
      takesSomeOf(campaign, supplier.supplierId),
  );
  return paid.map(({ supplierId }) => [
    `a lead of supplier ${supplierId} that has no good certificate of consent costs its price all the same, because it has qualified by then`,
    'If that is not meant, set consent.trustedForm.retain to at_qualification.',
  ]);
}
