/** Every operation of the admin API. */
import { adminKeyRoutes } from './admin-keys/routes.js';
import { attentionRoutes } from './attention/routes.js';
import { buyerRoutes } from './buyers/routes.js';
import { campaignViewRoutes } from './campaign-view/routes.js';
import { catalogRoutes } from './catalog/routes.js';
import { credentialRoutes } from './credentials/routes.js';
import type { AdminDeps } from './deps.js';
import { endpointItemRoutes } from './endpoint-items/routes.js';
import { leadSearchRoutes } from './lead-search/routes.js';
import { leadTimelineRoutes } from './lead-timeline/routes.js';
import { auditRoutes } from './audit/routes.js';
import { circuitRoutes } from './circuits/routes.js';
import { holdRoutes } from './holds/routes.js';
import { itemHistoryRoutes } from './items/history-routes.js';
import { itemReadRoutes } from './items/read-routes.js';
import { itemWriteRoutes } from './items/write-routes.js';
import { keyRoutes } from './keys/routes.js';
import { leadRoutes } from './leads/routes.js';
import { ledgerRoutes } from './ledger/routes.js';
import { statementRoutes } from './ledger/statement-routes.js';
import { liveRoutes } from './live/routes.js';
import { meRoutes } from './me/routes.js';
import { operatorRoutes } from './people/operator-routes.js';
import { peopleRoutes } from './people/routes.js';
import { postingLinkRoutes } from './posting-links/routes.js';
import { queueRoutes } from './queues/routes.js';
import { replayRoutes } from './replay/routes.js';
import { retentionRoutes } from './retention/routes.js';
import { reportRoutes } from './reports/routes.js';
import { retryRoutes } from './retries/routes.js';
import { returnRoutes } from './returns/routes.js';
import type { AdminRoute } from './route.js';
import { tryOutRoutes } from './try-out/routes.js';
import { whatIfRoutes } from './what-if/routes.js';
import { secretRoutes } from './secrets/routes.js';
import { supplierRoutes } from './suppliers/routes.js';
import { suppressionRoutes } from './suppression/routes.js';
import { submissionRoutes } from './submissions/routes.js';
import { tenantRoutes } from './tenants/routes.js';
import { webhookReceiverRoutes } from './webhook-receivers/routes.js';

export const adminRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...meRoutes,
  ...tenantRoutes,
  ...catalogRoutes,
  // The paths of the settings come before those that have any section.
  ...itemWriteRoutes,
  ...itemReadRoutes,
  ...itemHistoryRoutes,
  ...credentialRoutes,
  ...secretRoutes,
  ...keyRoutes,
  ...adminKeyRoutes,
  ...supplierRoutes,
  ...suppressionRoutes,
  ...postingLinkRoutes,
  ...leadSearchRoutes,
  ...leadTimelineRoutes,
  ...campaignViewRoutes,
  ...tryOutRoutes,
  ...endpointItemRoutes,
  ...whatIfRoutes,
  ...holdRoutes,
  ...queueRoutes,
  ...circuitRoutes,
  ...leadRoutes,
  ...retryRoutes,
  ...submissionRoutes,
  ...returnRoutes,
  ...ledgerRoutes,
  ...statementRoutes,
  ...reportRoutes,
  ...auditRoutes,
  ...liveRoutes,
  ...buyerRoutes,
  ...attentionRoutes,
  ...replayRoutes,
  ...retentionRoutes,
  ...webhookReceiverRoutes,
  ...operatorRoutes,
  ...peopleRoutes,
];
