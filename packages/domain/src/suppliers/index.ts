/** What suppliers are told. */
export { reasonClassOf } from './reason-class.js';
export {
  endOf,
  isTold,
  postbackOf,
  postbackUrl,
  returnOf,
  type PostbackLead,
  type ToldOf,
} from './postback.js';
export { payoutOf, supplierLead, type KnownLead } from './supplier-lead.js';
export {
  overSupplierLimit,
  supplierCount,
  withinSupplierLimit,
  type SupplierCount,
} from './supplier-limits.js';
export { countedKeys, supplierReportOf, toldNumbers } from './supplier-report.js';
