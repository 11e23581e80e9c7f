/** Every endpoint and every stream of the admin API. */
import {
  adminCreateAdminKey,
  adminCreateApiKey,
  adminListAdminKeys,
  adminListApiKeys,
  adminRevokeAdminKey,
  adminRevokeApiKey,
} from './keys.js';
import { attentionEndpoints } from './attention.js';
import { buyerEndpoints } from './buyers.js';
import { catalogEndpoints } from './catalog.js';
import { credentialEndpoints } from './credentials.js';
import {
  adminArchiveClient,
  adminGetCampaign,
  adminListCampaigns,
  adminListClients,
  adminSwitchCampaign,
} from './campaign-view.js';
import { adminGetLeadTimeline, adminListLeads, adminRevealLead, adminSearchLeads } from './lead-search.js';
import { adminTestDelivery, adminTestWebhook } from './try-out.js';
import { adminSimulateLead, adminWhatIfLead, adminWhatIfRecent } from './what-if.js';
import {
  adminHoldInstallation,
  adminHoldTenant,
  adminListHolds,
  adminReleaseInstallation,
  adminReleaseTenant,
} from './holds.js';
import {
  adminCloseCircuit,
  adminListCircuits,
  adminListQueues,
  adminOpenCircuit,
  adminPauseQueue,
  adminPromoteQueue,
  adminResumeQueue,
  adminRetryQueue,
} from './queues.js';
import { adminExportAudit, adminListAudit } from './audit.js';
import {
  adminApproveLead,
  adminDeliverLead,
  adminEraseLead,
  adminMoveLead,
  adminRepostLead,
  adminResolveOutcome,
} from './lead-changes.js';
import { operatorEndpoints } from './operators.js';
import { adminReplayLeads, replayEndpoints } from './replays.js';
import { adminLeadReport, adminLeadReportCsv } from './reports.js';
import { ledgerEndpoints } from './ledger.js';
import { returnEndpoints } from './returns.js';
import { adminExportRecords, adminGetRetention } from './retention.js';
import type { AdminEndpoint, AdminStream } from './define-admin-endpoint.js';
import { liveEndpoints, liveStreams } from './live.js';
import { adminGetMe } from './me.js';
import { adminGetTenant, adminListTenants } from './tenants.js';
import { secretEndpoints } from './secrets.js';
import { webhookReceiverEndpoints } from './webhook-receivers.js';

/** All endpoints; any other request is answered NOT_FOUND. */
export const adminEndpoints: readonly AdminEndpoint[] = [
  adminGetMe,
  adminListTenants,
  adminGetTenant,
  ...catalogEndpoints,
  ...credentialEndpoints,
  ...secretEndpoints,
  adminListApiKeys,
  adminCreateApiKey,
  adminRevokeApiKey,
  adminListAdminKeys,
  adminCreateAdminKey,
  adminRevokeAdminKey,
  adminListLeads,
  adminSearchLeads,
  adminGetLeadTimeline,
  adminRevealLead,
  adminListCampaigns,
  adminGetCampaign,
  adminSwitchCampaign,
  adminListClients,
  adminArchiveClient,
  adminTestDelivery,
  adminTestWebhook,
  adminWhatIfLead,
  adminWhatIfRecent,
  adminSimulateLead,
  adminListHolds,
  adminHoldInstallation,
  adminReleaseInstallation,
  adminHoldTenant,
  adminReleaseTenant,
  adminListQueues,
  adminPauseQueue,
  adminResumeQueue,
  adminRetryQueue,
  adminPromoteQueue,
  adminListCircuits,
  adminOpenCircuit,
  adminCloseCircuit,
  adminListAudit,
  adminRepostLead,
  adminDeliverLead,
  adminMoveLead,
  adminApproveLead,
  adminResolveOutcome,
  adminEraseLead,
  ...returnEndpoints,
  ...ledgerEndpoints,
  adminLeadReport,
  adminLeadReportCsv,
  ...liveEndpoints,
  ...buyerEndpoints,
  ...attentionEndpoints,
  ...replayEndpoints,
  adminGetRetention,
  ...webhookReceiverEndpoints,
  ...operatorEndpoints,
];

/** All streams. */
export const adminStreams: readonly AdminStream[] = [
  adminExportAudit,
  adminExportRecords,
  adminReplayLeads,
  ...liveStreams,
];
