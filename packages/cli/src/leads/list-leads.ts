/** `sluice leads find|list|export`: leads with personal data masked; `sluice export` prints complete records. */
import { adminListLeads, adminSearchLeads, type LeadRow } from '@sluice/contracts';
import type { Command } from 'commander';
import { addLines, addList } from '../admin/operation-command.js';

const filters = {
  isTyped: true,
  options: {
    campaignIds: 'campaigns',
    clientIds: 'clients',
    offerIds: 'offers',
    supplierIds: 'suppliers',
    subId1: 'sub-id1',
  },
} as const;

const shown = {
  ...filters,
  limit: '50',
  none: () => 'No matching leads.',
  columns: {
    LEAD: ({ leadId }: LeadRow) => leadId,
    CAMPAIGN: ({ campaignId }: LeadRow) => campaignId,
    CREATED: ({ createdAt }: LeadRow) => createdAt,
    STATUS: ({ status, because }: LeadRow) => (because === undefined ? status : `${status}: ${because}`),
    PERSON: ({ person }: LeadRow) =>
      [person.name, person.email, person.phone].filter((part) => part !== undefined).join(' '),
  },
} as const;

/** Adds the commands that list leads. */
export function addLeadLists(leads: Command): void {
  addList(leads, 'find', adminSearchLeads, 'leads', { ...shown, arguments: ['search'] });
  addList(leads, 'list', adminListLeads, 'leads', shown);
  addLines(leads, 'export', adminListLeads, 'leads', filters);
}
