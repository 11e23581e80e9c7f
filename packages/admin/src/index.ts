/** The operations of operators, for every entry point. */
export type { Actor, Identification } from './actor.js';
export {
  campaignNamedIn,
  placeholderNames,
  tenantNamedIn,
  type UploadedFile,
} from './catalog/tenant-text.js';
export type { AdminDeps } from './deps.js';
export { compressed } from './compressed.js';
export { identifyByKey } from './identify-by-key.js';
export { createCallerLimiter, type LimitCaller } from './limit-callers.js';
export { observe, observedOf, readsOfRedis, readsOfStores, type Unread } from './live/observe.js';
export { listedColumns, reconcileList } from './ledger/reconcile-list.js';
export { linkTo } from './people/link-to.js';
export { operateInProcess, type Operate } from './operate/in-process.js';
export { operateOverHttp } from './operate/over-http.js';
export { membersRights, operatorsRights } from './rights.js';
export { ADMIN_PATH, createAdminRouter, describeAdminApi, tenantRoutes } from './router.js';
export { examine, type ReplayableStatus } from './replay/examine.js';
export { replayLeads, type ReplayOptions, type ReplayProgress, type Replays } from './replay/replay-leads.js';
export { importList, returnedColumns } from './returns/import-list.js';
