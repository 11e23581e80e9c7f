/** `sluice suppliers list|instructions`. */
import {
  adminCreatePostingLink,
  adminListSuppliers,
  adminRevokePostingLinks,
  moneyText,
  type EndpointData,
} from '@sluice/contracts';
import type { Command } from 'commander';
import { addList, addOperation } from '../admin/operation-command.js';

type Told = EndpointData<typeof adminCreatePostingLink> | EndpointData<typeof adminRevokePostingLinks>;

export function addSuppliers(program: Command): void {
  const suppliers = program
    .command('suppliers')
    .description('what suppliers send, and what they need for it');
  addList(suppliers, 'list', adminListSuppliers, 'suppliers', {
    none: () => 'No suppliers.',
    columns: {
      SUPPLIER: ({ supplierId }) => supplierId,
      NAME: ({ name }) => name,
      STATUS: ({ status }) => status,
      CAMPAIGNS: ({ campaignIds }) => (campaignIds ? campaignIds.join(',') || 'none' : 'any'),
      KEYS: ({ keys }) => String(keys),
      LIMITS: ({ limits }) =>
        limits.map(({ period, taken, cap }) => `${period} ${taken}/${cap}`).join(', ') || 'none',
      TODAY: ({ today }) => (today ? `${today.accepted} of ${today.received} accepted` : ''),
      PAYOUT: ({ today }) =>
        today?.payout.map(({ amount, currency }) => moneyText(amount, currency)).join(', ') ?? '',
    },
  });
  addOperation<typeof adminCreatePostingLink, Told>(suppliers, 'instructions', adminCreatePostingLink, {
    options: { campaignId: 'campaign', expiresInDays: 'expires' },
    own: { '--revoke': 'revoke all links of the two instead' },
    isTyped: true,
    missing: ({ tenantId, supplierId }) =>
      `Tenant ${tenantId} has no supplier ${supplierId}; suppliers stand in its tenant file.`,
    calls: (call, { tenantId, supplierId, campaignId, revoke }, operate) =>
      revoke === undefined
        ? call()
        : operate.call(adminRevokePostingLinks, { params: { tenantId, supplierId }, query: { campaignId } }),
    text: (told) => {
      if ('revoked' in told) return `${told.revoked} ${told.revoked === 1 ? 'link' : 'links'} revoked.`;
      const until =
        told.expiresAt === undefined ? 'works until it is revoked' : `works until ${told.expiresAt}`;
      return `${told.url}\nThis link ${until}, and is not shown again.`;
    },
  });
}
