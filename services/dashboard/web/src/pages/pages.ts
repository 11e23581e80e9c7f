/** The pages of the dashboard: the entries of the navigation, and which path loads which page. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { matchPath } from 'react-router';
import { may, type OperationId } from '../api/session.js';
import type { IconName } from '../components/icon.js';
import { orLoadAgain } from '../frame/load-again.js';

/** An entry of the navigation. */
export interface PageEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: IconName;
  /** The operation without which the page is not offered. */
  readonly needs: OperationId;
}

/** Every entry, by what one is there for, in the order of the navigation. */
const groups: readonly { readonly name: string; readonly pages: readonly PageEntry[] }[] = [
  {
    name: 'Operate',
    pages: [
      { name: 'Now', path: '/', icon: 'now', needs: 'adminGetNow' },
      { name: 'Overview', path: '/', icon: 'now', needs: 'adminGetTenantNow' },
      { name: 'Attention', path: '/attention', icon: 'attention', needs: 'adminListAttention' },
      { name: 'Buyers', path: '/buyers', icon: 'buyers', needs: 'adminListBuyers' },
      { name: 'Webhooks', path: '/webhooks', icon: 'webhooks', needs: 'adminListWebhookReceivers' },
      { name: 'Queues', path: '/queues', icon: 'queues', needs: 'adminListQueues' },
    ],
  },
  {
    name: 'Leads',
    pages: [
      { name: 'Leads', path: '/leads', icon: 'leads', needs: 'adminListLeads' },
      { name: 'Campaigns', path: '/campaigns', icon: 'campaigns', needs: 'adminListCampaigns' },
      { name: 'Clients', path: '/clients', icon: 'people', needs: 'adminListClients' },
      { name: 'Suppliers', path: '/suppliers', icon: 'suppliers', needs: 'adminListSuppliers' },
      { name: 'What if', path: '/what-if', icon: 'what-if', needs: 'adminWhatIfLead' },
    ],
  },
  {
    name: 'Money',
    pages: [
      { name: 'Reports', path: '/reports', icon: 'reports', needs: 'adminLeadReport' },
      { name: 'Statements', path: '/statements', icon: 'statements', needs: 'adminGetStatement' },
      { name: 'Ledger', path: '/ledger', icon: 'ledger', needs: 'adminListLedger' },
      { name: 'Returns', path: '/returns', icon: 'returns', needs: 'adminListReturns' },
    ],
  },
  {
    name: 'Set up',
    pages: [
      { name: 'Settings', path: '/settings', icon: 'settings', needs: 'adminGetRetention' },
      { name: 'People', path: '/people', icon: 'people', needs: 'adminListPeople' },
      { name: 'Operators', path: '/operators', icon: 'people', needs: 'adminListOperators' },
      { name: 'Audit', path: '/audit', icon: 'audit', needs: 'adminListAudit' },
      { name: 'Audit', path: '/audit', icon: 'audit', needs: 'adminListTenantAudit' },
    ],
  },
];

/**
 * A path and the page that it shows, a chunk of its own. Whatever is of one tenant has three parts or more, the second of
 * which names the tenant: `/leads/:tenant/:leadId`.
 */
export interface PagePath {
  readonly path: string;
  /** The operation without which there is no such page; the first page of an address that the person may use is shown. */
  readonly needs?: OperationId;
  readonly Page: LazyExoticComponent<ComponentType>;
}

const loading = (load: () => Promise<{ default: ComponentType }>) => lazy(orLoadAgain(load));

const nothingYet: PagePath = {
  path: '/',
  needs: 'adminGetMe',
  Page: loading(() => import('./nothing-yet/nothing-yet-page.js')),
};

const routes: readonly PagePath[] = [
  { path: '/leads', needs: 'adminListLeads', Page: loading(() => import('./leads/leads-page.js')) },
  {
    path: '/leads/:tenant/:leadId',
    needs: 'adminGetLeadTimeline',
    Page: loading(() => import('./lead/lead-page.js')),
  },
  { path: '/reports', needs: 'adminLeadReport', Page: loading(() => import('./reports/reports-page.js')) },
  { path: '/returns', needs: 'adminListReturns', Page: loading(() => import('./returns/returns-page.js')) },
  {
    path: '/returns/import',
    needs: 'adminImportReturns',
    Page: loading(() => import('./returns/import-page.js')),
  },
  { path: '/ledger', needs: 'adminListLedger', Page: loading(() => import('./ledger/ledger-page.js')) },
  {
    path: '/ledger/reconcile',
    needs: 'adminReconcileLedger',
    Page: loading(() => import('./ledger/reconcile-page.js')),
  },
  {
    path: '/statements',
    needs: 'adminGetStatement',
    Page: loading(() => import('./statements/statements-page.js')),
  },
  {
    path: '/campaigns',
    needs: 'adminListCampaigns',
    Page: loading(() => import('./campaigns/campaigns-page.js')),
  },
  {
    path: '/campaigns/:tenant/:campaignId',
    needs: 'adminGetCampaign',
    Page: loading(() => import('./campaign/campaign-page.js')),
  },
  {
    path: '/clients',
    needs: 'adminListClients',
    Page: loading(() => import('./campaigns/clients-page.js')),
  },
  {
    path: '/suppliers',
    needs: 'adminListSuppliers',
    Page: loading(() => import('./suppliers/suppliers-page.js')),
  },
  {
    path: '/suppliers/:tenant/:supplierId',
    needs: 'adminGetSupplier',
    Page: loading(() => import('./supplier/supplier-page.js')),
  },
  { path: '/what-if', needs: 'adminWhatIfLead', Page: loading(() => import('./what-if/what-if-page.js')) },
  { path: '/', needs: 'adminGetNow', Page: loading(() => import('./now/now-page.js')) },
  {
    path: '/',
    needs: 'adminGetTenantNow',
    Page: loading(() => import('./overview/overview-page.js')),
  },
  nothingYet,
  { path: '/buyers', needs: 'adminListBuyers', Page: loading(() => import('./buyers/buyers-page.js')) },
  {
    path: '/buyers/:tenant/:receiver',
    needs: 'adminGetBuyer',
    Page: loading(() => import('./buyers/buyer-page.js')),
  },
  {
    path: '/webhooks',
    needs: 'adminListWebhookReceivers',
    Page: loading(() => import('./webhooks/webhooks-page.js')),
  },
  {
    path: '/attention',
    needs: 'adminListAttention',
    Page: loading(() => import('./attention/attention-page.js')),
  },
  {
    path: '/settings/:part?',
    needs: 'adminGetRetention',
    Page: loading(() => import('./settings/settings-page.js')),
  },
  { path: '/people', needs: 'adminListPeople', Page: loading(() => import('./people/people-page.js')) },
  {
    path: '/operators',
    needs: 'adminListOperators',
    Page: loading(() => import('./people/operators-page.js')),
  },
  {
    path: '/items/:tenant/:section',
    needs: 'adminListItems',
    Page: loading(() => import('./items/items-page.js')),
  },
  {
    path: '/new/:tenant/:section',
    needs: 'adminSaveItem',
    Page: loading(() => import('./items/item-page.js')),
  },
  {
    path: '/items/:tenant/:section/:id',
    needs: 'adminGetItem',
    Page: loading(() => import('./items/item-page.js')),
  },
  {
    path: '/items/:tenant/:section/:id/history',
    needs: 'adminListItemVersions',
    Page: loading(() => import('./items/history-page.js')),
  },
  { path: '/account', Page: loading(() => import('./account/account-page.js')) },
  { path: '/audit', needs: 'adminListAudit', Page: loading(() => import('./audit/audit-page.js')) },
  {
    path: '/audit',
    needs: 'adminListTenantAudit',
    Page: loading(() => import('./audit/tenant-audit-page.js')),
  },
  { path: '/queues', needs: 'adminListQueues', Page: loading(() => import('./queues/queues-page.js')) },
];

/** The entries that the person may use in this tenant; one for each path. */
export function pagesOffered(tenantId: string) {
  const seen = new Set<string>();
  const isOffered = ({ path, needs }: PageEntry) =>
    may(needs, tenantId) && !seen.has(path) && seen.add(path) !== undefined;
  return groups
    .map(({ name, pages }) => ({ name, pages: pages.filter(isOffered) }))
    .filter(({ pages }) => pages.length > 0);
}

/** The paths that the person may use in this tenant; any other has no page. */
export function routesOpen(tenantId: string): readonly PagePath[] {
  const open = routes.filter(({ needs }) => needs === undefined || may(needs, tenantId));
  // A person who has no place anywhere has one page; any other tenant than one's own does not exist.
  return tenantId === '' ? [...open, nothingYet] : open;
}

/** Whether an address of this server is a page of this program; the server handles any other. */
export function isPage(address: string): boolean {
  const { pathname } = new URL(address, location.origin);
  return routes.some(({ path }) => matchPath(path, pathname) !== null);
}
