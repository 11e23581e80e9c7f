/** Every route of the interface, in the order of its endpoints. */
import type { Route } from '@sluice/http';
import { createCampaignRoute } from './campaigns/create-campaign.js';
import { getCampaignRoute } from './campaigns/get-campaign.js';
import { listClientsRoute } from './clients/list-clients.js';
import type { GatewayDeps } from './deps.js';
import { checkDuplicateRoute } from './duplicates/check-duplicate.js';
import { listFieldsRoute } from './field-library/list-fields.js';
import { upsertFileRoute } from './files/upsert-file.js';
import { getInteractionRoute } from './interactions/get-interaction.js';
import { listLeadInteractionsRoute } from './interactions/list-lead-interactions.js';
import { recordInteractionRoute } from './interactions/record-interaction.js';
import { bulkUpdateLeadsRoute } from './leads/bulk-update-leads.js';
import { createLeadRoute } from './leads/create-lead.js';
import { deliverLeadRoute } from './leads/deliver-lead.js';
import { listLeadsRoute } from './leads/list-leads.js';
import { moveLeadRoute } from './leads/move-lead.js';
import { repostLeadRoute } from './leads/repost-lead.js';
import { submitLeadRoute } from './leads/submit-lead.js';
import { createAdjustmentRoute } from './ledger/create-adjustment.js';
import { listLedgerRoute } from './ledger/list-ledger.js';
import { leadReportRoute } from './reports/lead-report.js';
import { createOfferRoute } from './offers/create-offer.js';
import { getOfferRoute } from './offers/get-offer.js';
import { updateOfferRoute } from './offers/update-offer.js';
import { firePixelRoute } from './pixels/fire-pixel.js';
import { withReferences } from './references/reference-problems.js';
import { approveReturnRoute, denyReturnRoute, withdrawReturnRoute } from './returns/decide-return.js';
import { listReturnsRoute } from './returns/list-returns.js';
import { requestReturnRoute } from './returns/request-return.js';
import { sendSmsRoute } from './sms/send-sms.js';
import {
  addSuppressionEntriesRoute,
  checkSuppressionEntryRoute,
  removeSuppressionEntriesRoute,
} from './suppression/entries.js';
import { getSupplierLeadRoute, listSupplierLeadsRoute } from './suppliers/supplier-leads.js';
import { supplierReportRoute } from './suppliers/supplier-report.js';

const declared: readonly Route<GatewayDeps>[] = [
  createCampaignRoute,
  getCampaignRoute,
  submitLeadRoute,
  listLeadsRoute,
  createLeadRoute,
  bulkUpdateLeadsRoute,
  repostLeadRoute,
  deliverLeadRoute,
  moveLeadRoute,
  sendSmsRoute,
  firePixelRoute,
  listClientsRoute,
  createOfferRoute,
  getOfferRoute,
  updateOfferRoute,
  upsertFileRoute,
  listLeadInteractionsRoute,
  getInteractionRoute,
  listFieldsRoute,
  recordInteractionRoute,
  listLedgerRoute,
  leadReportRoute,
  createAdjustmentRoute,
  listReturnsRoute,
  requestReturnRoute,
  approveReturnRoute,
  denyReturnRoute,
  withdrawReturnRoute,
  listSupplierLeadsRoute,
  getSupplierLeadRoute,
  supplierReportRoute,
  checkDuplicateRoute,
  addSuppressionEntriesRoute,
  removeSuppressionEntriesRoute,
  checkSuppressionEntryRoute,
];

export const routes = declared.map(withReferences);
