export { aCampaign, aClient, aLead, anOffer, aTenantFile, testWebhookSecret } from './resources.js';
export type { Said } from './resources.js';
export { accepted, aSubmission } from './stored.js';
export { nextNumber, testPhone } from './unique.js';
