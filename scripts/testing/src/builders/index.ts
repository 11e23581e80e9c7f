export { deliveredLead, ulidAt } from './delivered-lead.js';
export { insertLeads } from './insert-leads.js';
export { aLead } from './lead.js';
export { aCampaign, aClient, anOffer, aTenantFile, testWebhookSecret } from './resources.js';
export type { Said } from './built.js';
export { aSale } from './sale.js';
export {
  accepted,
  aStoredCampaign,
  aStoredClient,
  aStoredOffer,
  aStoredSupplier,
  aSubmission,
} from './stored.js';
export { nextNumber, testPhone } from './unique.js';
