/** Connecting a buyer: a delivery endpoint from an example, tried before it is saved. */
import {
  adminListEndpointAnswers,
  adminReadEndpointExample,
  adminSaveItem,
  adminTryEndpoint,
  ApiError,
  isCredentialName,
  isOnlyReferences,
  leadSourceOf,
  parseHttpUrl,
  SECRET_MARK,
  type DeliveryEndpoint,
  type LeadData,
  type LeadRecord,
} from '@sluice/contracts';
import {
  destinationOf,
  explainTrace,
  libraryEntries,
  mappedValues,
  readAnswer,
  readsFiles,
  secretNamesOfDestination,
  type AttemptResult,
  type HttpDestination,
  type OutgoingLead,
} from '@sluice/domain';
import { leadOf, now, type StoresFor } from '@sluice/pipeline';
import type { TenantStores } from '@sluice/store';
import type { Actor } from '../actor.js';
import { isAllowed } from '../allow.js';
import type { CatalogDeps } from '../catalog/read-plan.js';
import type { AdminDeps } from '../deps.js';
import { planItem } from '../items/plan-item.js';
import { noItem } from '../items/read-routes.js';
import { maskedBody, maskedHeaders, maskedText, maskedUrl } from '../lead-timeline/mask-secrets.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';
import { zoneOf } from '../tenants/tenant-of.js';
import {
  deliverySentence,
  outgoingTest,
  sendTest,
  shownRequest,
  testLead,
  type TestCallDeps,
} from '../try-out/test-call.js';
import { typedLead } from '../what-if/submissions.js';
import { readExample } from './example/read-example.js';

const readEndpointExample = defineAdminRoute(
  adminReadEndpointExample,
  async ({ params: { tenantId }, body: { text } }, { stores }: StoresFor<'forTenant' | 'secrets'>) => {
    const of = stores.forTenant(tenantId);
    const [endpoints, secrets, library] = await Promise.all([
      of.deliveryEndpoints.all(),
      stores.secrets.list(tenantId),
      of.fieldLibrary.all(),
    ]);
    return readExample(text, {
      endpointIds: endpoints.map(({ deliveryEndpointId }) => deliveryEndpointId),
      secretNames: secrets.map(({ name }) => name),
      library: libraryEntries(library).filter(({ active }) => active),
    });
  },
);

/** The campaign of a lead that is tried without one; no campaign has so long a code. */
const NO_CAMPAIGN = 'TRIED';

const tryEndpoint = defineAdminRoute(
  adminTryEndpoint,
  async (
    { tenant, params: { tenantId }, body: { item, lead: typed, leadId, answer, send }, actor },
    deps: CatalogDeps & TestCallDeps,
  ) => {
    const of = deps.stores.forTenant(tenantId);
    // As in a what-if, a refusal of credentials that are not stored would tell which are.
    const sent = { section: 'deliveryEndpoints', item, allowLiteralCredentials: true } as const;
    const { file } = await planItem(tenantId, sent, deps);
    const endpoint = file.deliveryEndpoints[0] as DeliveryEndpoint;
    const destination = destinationOfEndpoint(endpoint);
    if (send && leadId !== undefined)
      throw new ApiError('VALIDATION_ERROR', {
        details: ['leadId: a test is sent with a made-up lead only'],
      });
    const lead =
      leadId === undefined
        ? outgoingTest(NO_CAMPAIGN, await testData(of, typed, now(deps)), now(deps))
        : await outgoing(of, await leadOf(of, leadId), destination, now(deps));
    const request = shownRequest(destination, lead);
    const shown = {
      request: {
        method: request.method,
        url: maskedUrl(request.url),
        headers: maskedHeaders(request.headers),
        body: maskedBody(request.body),
      },
      mapped: linesOfMapping(destination, lead),
    };
    const wording = { zone: zoneOf(tenant), reveal: true };
    const meant = (result: AttemptResult) => ({
      ...ruleOf(result),
      outcome: result.kind,
      reason: result.reason,
      price: result.price,
      reference: result.reference,
      what: deliverySentence(result, explainTrace(result.trace, wording)),
    });
    if (send) {
      await refuseElsewhere(of, { tenantId, actor, endpoint, destination });
      const { answer: got, result } = await sendTest(deps, tenantId, { destination, lead });
      const answered =
        got.kind === 'answered' ? { status: got.status, body: maskedBody(got.body) } : { body: '' };
      return { ...shown, answer: { ...answered, durationMs: got.durationMs }, ...meant(result) };
    }
    if (!answer) return shown;
    const { status, headers = {}, body } = answer;
    const { responseRules, onUnreadable } = destination;
    const plain = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const pasted = { status, headers: plain, bodyText: body };
    return { ...shown, ...meant(readAnswer(responseRules, pasted, now(deps), onUnreadable)) };
  },
  ({ body: { item, leadId } }) => {
    const id = item['deliveryEndpointId'];
    return {
      id: typeof id === 'string' && /^[\w-]{1,64}$/.test(id) ? id : '',
      ...(leadId !== undefined && { leadId }),
    };
  },
);

async function testData(
  of: TenantStores,
  typed: Readonly<Record<string, unknown>> | undefined,
  at: Date,
): Promise<LeadData> {
  if (typed === undefined) return testLead;
  return (await typedLead(of, { campaignId: NO_CAMPAIGN, lead: typed }, at)).data;
}

// A lead that exists, as the endpoint would get it of the campaign that it came in by.
async function outgoing(
  { files }: Pick<TenantStores, 'files'>,
  lead: LeadRecord,
  to: HttpDestination,
  at: Date,
) {
  const { leadId, lastSubmissionId: submissionId, campaignId, isTest, data, createdAt: acceptedAt } = lead;
  const source = {
    ...leadSourceOf(lead),
    ...(readsFiles(to) && { files: await files.ofLead(leadId, at) }),
  };
  return { leadId, submissionId, campaignId, isTest, data, acceptedAt, ...source };
}

function linesOfMapping(destination: HttpDestination, lead: OutgoingLead) {
  const values = mappedValues(destination, lead);
  // ADF has names of its own.
  const { format, fields = {} } = destination;
  return Object.entries(format === 'adf' ? {} : fields).map(([name, from]) => {
    const value = values[name];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const isHidden = text !== undefined && isCredentialName(name) && !isOnlyReferences(text);
    return { name, from, value: isHidden ? SECRET_MARK : text && maskedBody(text) };
  });
}

function destinationOfEndpoint(endpoint: DeliveryEndpoint): HttpDestination {
  const { deliveryEndpointId } = endpoint;
  return destinationOf({
    campaign: { deliveryEndpointId },
    client: undefined,
    endpoints: [endpoint],
  }) as HttpDestination;
}

function ruleOf({ trace }: AttemptResult): { readonly rule?: number } {
  const matched = trace.findLast(
    ({ looked, verdict }) => looked === 'response_rule' && verdict === 'matched',
  );
  const rule = Number(matched?.at);
  return Number.isInteger(rule) ? { rule } : {};
}

interface ToSend {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly endpoint: DeliveryEndpoint;
  readonly destination: HttpDestination;
}

// Whoever chooses the address of a call could have the tenant's secrets sent there, as whoever may save one can.
async function refuseElsewhere(
  { deliveryEndpoints }: Pick<TenantStores, 'deliveryEndpoints'>,
  { tenantId, actor, endpoint, destination }: ToSend,
): Promise<void> {
  if (isAllowed(actor, adminSaveItem, { params: { tenantId } })) return;
  const stored = await deliveryEndpoints.find(endpoint.deliveryEndpointId);
  const known = stored && secretNamesOfDestination(destinationOfEndpoint(stored));
  const isKnown =
    stored !== undefined &&
    parseHttpUrl(stored.url)?.origin === parseHttpUrl(endpoint.url)?.origin &&
    secretNamesOfDestination(destination).every((name) => known?.includes(name));
  const { headers, template } = destination;
  const isPlain = secretNamesOfDestination(destination).length === 0 && Object.keys(headers).length === 0;
  // What was written out before is in headers and templates.
  if (isKnown || (isPlain && template === undefined)) return;
  throw new ApiError('FORBIDDEN', {
    message: 'A call with secrets to an address that is not saved requires the right to save items',
  });
}

const listEndpointAnswers = defineAdminRoute(
  adminListEndpointAnswers,
  async ({ params: { tenantId, id }, note }, { stores }: StoresFor<'forTenant' | 'receivers'>) => {
    const of = stores.forTenant(tenantId);
    const [endpoint, health] = await Promise.all([
      of.deliveryEndpoints.find(id),
      stores.receivers.find(tenantId, id),
    ]);
    if (!endpoint && !health) throw noItem('deliveryEndpoints', id);
    const answers = await Promise.all(
      (health?.answers ?? []).map(async ({ at, leadId, submissionId, n, outcome, status, failure }) => {
        const attempts = await of.attempts.of(submissionId);
        // Of several generations, the one of this call.
        const attempt = attempts.find(
          (one) => one.n === n && one.outcome?.endedAt.getTime() === at.getTime(),
        );
        const body = attempt?.outcome?.answer;
        return {
          at: at.toISOString(),
          leadId,
          outcome,
          status,
          failure,
          // Not indented: the rules are tried with it, and those about a text would read it differently.
          body: body === undefined ? undefined : maskedText(body),
        };
      }),
    );
    note({ answers: answers.length });
    return { answers };
  },
);

export const endpointItemRoutes: readonly AdminRoute<AdminDeps>[] = [
  readEndpointExample,
  tryEndpoint,
  listEndpointAnswers,
];
