/** Every endpoint of the interface (§4), in its order, and after them those beyond it. */
import { createCampaign, getCampaign } from './campaigns.js';
import { listClients } from './clients.js';
import { checkDuplicate } from './duplicates.js';
import { listFields } from './field-library.js';
import { upsertFile } from './files.js';
import { getInteraction, listLeadInteractions, recordInteraction } from './interactions.js';
import { bulkUpdateLeads, deliverLead, moveLead, repostLead } from './lead-changes.js';
import { createLead, listLeads, submitLead } from './lead-intake.js';
import { createAdjustment, listLedger } from './ledger.js';
import { createOffer, getOffer, updateOffer } from './offers.js';
import { firePixel } from './pixels.js';
import { leadReport } from './reports.js';
import { approveReturn, denyReturn, listReturns, requestReturn, withdrawReturn } from './returns.js';
import { sendSms } from './sms.js';
import { getSupplierLead, listSupplierLeads, supplierReport } from './suppliers.js';
import { addSuppressionEntries, checkSuppressionEntry, removeSuppressionEntries } from './suppression.js';

/** All endpoints; any other request is answered NOT_FOUND. */
export const endpoints = [
  createCampaign,
  getCampaign,
  submitLead,
  listLeads,
  createLead,
  bulkUpdateLeads,
  repostLead,
  deliverLead,
  moveLead,
  sendSms,
  firePixel,
  listClients,
  createOffer,
  getOffer,
  updateOffer,
  upsertFile,
  listLeadInteractions,
  getInteraction,
  listFields,
  recordInteraction,
  listLedger,
  createAdjustment,
  leadReport,
  listReturns,
  requestReturn,
  approveReturn,
  denyReturn,
  withdrawReturn,
  listSupplierLeads,
  getSupplierLead,
  supplierReport,
  checkDuplicate,
  addSuppressionEntries,
  removeSuppressionEntries,
  checkSuppressionEntry,
] as const;
