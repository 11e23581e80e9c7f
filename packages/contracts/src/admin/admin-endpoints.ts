/** Every endpoint and every stream of the admin API, from the modules that declare them, in the order of the reference. */
import * as attention from './attention.js';
import * as audit from './audit.js';
import * as buyers from './buyers.js';
import * as campaigns from './campaign-view.js';
import * as catalog from './catalog.js';
import * as credentials from './credentials.js';
import { operationsOf, type AdminEndpoint, type AdminStream } from './define-admin-endpoint.js';
import * as endpointItems from './endpoint-items.js';
import * as holds from './holds.js';
import * as items from './items.js';
import * as keys from './keys.js';
import * as leadChanges from './lead-changes.js';
import * as leadSearch from './lead-search.js';
import * as leadTimeline from './lead-timeline.js';
import * as ledger from './ledger.js';
import * as live from './live.js';
import * as tenantNow from './tenant-now.js';
import * as me from './me.js';
import * as operators from './operators.js';
import * as people from './people.js';
import * as postingLinks from './posting-links.js';
import * as queues from './queues.js';
import * as replays from './replays.js';
import * as reports from './reports.js';
import * as retention from './retention.js';
import * as returns from './returns.js';
import * as secrets from './secrets.js';
import * as statement from './statement.js';
import * as suppliers from './suppliers.js';
import * as suppression from './suppression.js';
import * as tenants from './tenants.js';
import * as tryOut from './try-out.js';
import * as webhookReceivers from './webhook-receivers.js';
import * as whatIf from './what-if.js';

const operations = [
  ...[
    me,
    tenants,
    catalog,
    items,
    credentials,
    secrets,
    keys,
    suppliers,
    suppression,
    postingLinks,
    leadSearch,
    leadTimeline,
    campaigns,
    tryOut,
    endpointItems,
    whatIf,
    holds,
    queues,
  ],
  ...[
    audit,
    leadChanges,
    returns,
    ledger,
    statement,
    reports,
    live,
    tenantNow,
    buyers,
    attention,
    replays,
    retention,
  ],
  ...[webhookReceivers, operators, people],
].flatMap(operationsOf);

/** All endpoints; any other request is answered NOT_FOUND. */
export const adminEndpoints = operations.filter((each): each is AdminEndpoint => 'data' in each);

/** All streams. */
export const adminStreams = operations.filter((each): each is AdminStream => 'format' in each);

const byId = new Map(operations.map((each) => [each.operationId, each]));

/** The operation that an entry of the audit names; undefined for one that is no longer there. */
export function adminOperation(operationId: string): AdminEndpoint | AdminStream | undefined {
  return byId.get(operationId);
}
