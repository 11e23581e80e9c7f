/** The pages of the dashboard: the entries of the navigation, and which path loads which page. */
import type { AnyComponent } from 'preact';
import type { IconName } from '../components/icon.js';

/** An entry of the navigation. */
export interface PageEntry {
  readonly name: string;
  readonly path: string;
  readonly icon: IconName;
}

/** Every entry, in the order of the navigation. */
export const pages: readonly PageEntry[] = [
  { name: 'Now', path: '/', icon: 'now' },
  { name: 'Leads', path: '/leads', icon: 'leads' },
  { name: 'Reports', path: '/reports', icon: 'reports' },
  { name: 'Returns', path: '/returns', icon: 'returns' },
  { name: 'Ledger', path: '/ledger', icon: 'ledger' },
  { name: 'Campaigns', path: '/campaigns', icon: 'campaigns' },
  { name: 'What if', path: '/what-if', icon: 'what-if' },
  { name: 'Attention', path: '/attention', icon: 'attention' },
  { name: 'Buyers', path: '/buyers', icon: 'buyers' },
  { name: 'Webhooks', path: '/webhooks', icon: 'webhooks' },
  { name: 'Queues', path: '/queues', icon: 'queues' },
  { name: 'Settings', path: '/settings', icon: 'settings' },
  { name: 'People', path: '/people', icon: 'people' },
  { name: 'Audit', path: '/audit', icon: 'audit' },
];

/** A path (`/leads/:tenant/:leadId`) and the page that it loads, as a chunk of its own. */
export interface PagePath {
  readonly path: string;
  readonly load: () => Promise<{ default: AnyComponent }>;
}

export const routes: readonly PagePath[] = [
  { path: '/leads', load: () => import('./leads/leads-page.js') },
  { path: '/leads/:tenant/:leadId', load: () => import('./lead/lead-page.js') },
  { path: '/reports', load: () => import('./reports/reports-page.js') },
  { path: '/returns', load: () => import('./returns/returns-page.js') },
  { path: '/ledger', load: () => import('./ledger/ledger-page.js') },
  { path: '/campaigns', load: () => import('./campaigns/campaigns-page.js') },
  { path: '/campaigns/:tenant/:campaignId', load: () => import('./campaign/campaign-page.js') },
  { path: '/what-if', load: () => import('./what-if/what-if-page.js') },
  { path: '/', load: () => import('./now/now-page.js') },
  { path: '/buyers', load: () => import('./buyers/buyers-page.js') },
  { path: '/buyers/:tenantId/:receiver', load: () => import('./buyers/buyer-page.js') },
  { path: '/webhooks', load: () => import('./webhooks/webhooks-page.js') },
  { path: '/attention', load: () => import('./attention/attention-page.js') },
  { path: '/settings', load: () => import('./settings/settings-page.js') },
  { path: '/people', load: () => import('./people/people-page.js') },
  { path: '/audit', load: () => import('./audit/audit-page.js') },
  { path: '/queues', load: () => import('./queues/queues-page.js') },
];

/** Links that stay within this program; the server handles any other. */
export const pageScope = new RegExp(
  `^(${routes.map(({ path }) => path.replace(/:[^/]+/g, '[^/]+')).join('|')})/?([?#].*)?$`,
);
