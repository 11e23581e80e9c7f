/** Every endpoint and every stream of the admin API. */
import {
  adminCreateAdminKey,
  adminCreateApiKey,
  adminListAdminKeys,
  adminListApiKeys,
  adminRevokeAdminKey,
  adminRevokeApiKey,
} from './keys.js';
import { adminGetCampaign, adminListCampaigns, adminSwitchCampaign } from './campaign-view.js';
import { adminGetLeadTimeline, adminRevealLead, adminSearchLeads } from './lead-search.js';
import { adminTestDelivery, adminTestWebhook } from './try-out.js';
import { adminWhatIfLead, adminWhatIfRecent } from './what-if.js';
import type { AdminEndpoint, AdminStream } from './define-admin-endpoint.js';
import { adminGetMe } from './me.js';
import { adminGetTenant, adminListTenants } from './tenants.js';

/** All endpoints; what is not here does not exist. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  adminGetMe,
  adminListTenants,
  adminGetTenant,
  adminListApiKeys,
  adminCreateApiKey,
  adminRevokeApiKey,
  adminListAdminKeys,
  adminCreateAdminKey,
  adminRevokeAdminKey,
  adminSearchLeads,
  adminGetLeadTimeline,
  adminRevealLead,
  adminListCampaigns,
  adminGetCampaign,
  adminSwitchCampaign,
  adminTestDelivery,
  adminTestWebhook,
  adminWhatIfLead,
  adminWhatIfRecent,
];

/** All streams. */
export const adminStreams: readonly AdminStream[] = [];
