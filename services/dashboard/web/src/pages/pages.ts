/** The pages of the dashboard: the entries of the navigation, and which path loads which page. */
import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { matchPath } from 'react-router';
import type { IconName } from '../components/icon.js';
import { orLoadAgain } from '../frame/load-again.js';

/** An entry of the navigation. */
export interface PageEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: IconName;
}

/** Every entry, by what one is there for, in the order of the navigation. */
export const groups: readonly { readonly name: string; readonly pages: readonly PageEntry[] }[] = [
  {
    name: 'Operate',
    pages: [
      { name: 'Now', path: '/', icon: 'now' },
      { name: 'Attention', path: '/attention', icon: 'attention' },
      { name: 'Buyers', path: '/buyers', icon: 'buyers' },
      { name: 'Webhooks', path: '/webhooks', icon: 'webhooks' },
      { name: 'Queues', path: '/queues', icon: 'queues' },
    ],
  },
  {
    name: 'Leads',
    pages: [
      { name: 'Leads', path: '/leads', icon: 'leads' },
      { name: 'Campaigns', path: '/campaigns', icon: 'campaigns' },
      { name: 'Suppliers', path: '/suppliers', icon: 'suppliers' },
      { name: 'What if', path: '/what-if', icon: 'what-if' },
    ],
  },
  {
    name: 'Money',
    pages: [
      { name: 'Reports', path: '/reports', icon: 'reports' },
      { name: 'Statements', path: '/statements', icon: 'statements' },
      { name: 'Ledger', path: '/ledger', icon: 'ledger' },
      { name: 'Returns', path: '/returns', icon: 'returns' },
    ],
  },
  {
    name: 'Set up',
    pages: [
      { name: 'Settings', path: '/settings', icon: 'settings' },
      { name: 'People', path: '/people', icon: 'people' },
      { name: 'Audit', path: '/audit', icon: 'audit' },
    ],
  },
];

/**
 * A path and the page that it shows, a chunk of its own. Whatever is of one tenant has three parts, the second of which
 * names the tenant: `/leads/:tenant/:leadId`.
 */
export interface PagePath {
  readonly path: string;
  readonly Page: LazyExoticComponent<ComponentType>;
}

const loading = (load: () => Promise<{ default: ComponentType }>) => lazy(orLoadAgain(load));

export const routes: readonly PagePath[] = [
  { path: '/leads', Page: loading(() => import('./leads/leads-page.js')) },
  { path: '/leads/:tenant/:leadId', Page: loading(() => import('./lead/lead-page.js')) },
  { path: '/reports', Page: loading(() => import('./reports/reports-page.js')) },
  { path: '/returns', Page: loading(() => import('./returns/returns-page.js')) },
  { path: '/returns/import', Page: loading(() => import('./returns/import-page.js')) },
  { path: '/ledger', Page: loading(() => import('./ledger/ledger-page.js')) },
  { path: '/ledger/reconcile', Page: loading(() => import('./ledger/reconcile-page.js')) },
  { path: '/statements', Page: loading(() => import('./statements/statements-page.js')) },
  { path: '/campaigns', Page: loading(() => import('./campaigns/campaigns-page.js')) },
  { path: '/campaigns/:tenant/:campaignId', Page: loading(() => import('./campaign/campaign-page.js')) },
  { path: '/suppliers', Page: loading(() => import('./suppliers/suppliers-page.js')) },
  { path: '/suppliers/:tenant/:supplierId', Page: loading(() => import('./supplier/supplier-page.js')) },
  { path: '/what-if', Page: loading(() => import('./what-if/what-if-page.js')) },
  { path: '/', Page: loading(() => import('./now/now-page.js')) },
  { path: '/buyers', Page: loading(() => import('./buyers/buyers-page.js')) },
  { path: '/buyers/:tenant/:receiver', Page: loading(() => import('./buyers/buyer-page.js')) },
  { path: '/webhooks', Page: loading(() => import('./webhooks/webhooks-page.js')) },
  { path: '/attention', Page: loading(() => import('./attention/attention-page.js')) },
  { path: '/settings/:part?', Page: loading(() => import('./settings/settings-page.js')) },
  { path: '/people', Page: loading(() => import('./people/people-page.js')) },
  { path: '/audit', Page: loading(() => import('./audit/audit-page.js')) },
  { path: '/queues', Page: loading(() => import('./queues/queues-page.js')) },
];

/** Whether an address of this server is a page of this program; the server handles any other. */
export function isPage(address: string): boolean {
  const { pathname } = new URL(address, location.origin);
  return routes.some(({ path }) => matchPath(path, pathname) !== null);
}
