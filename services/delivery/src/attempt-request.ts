/** The request of an attempt: as it is sent, with the tenant's secrets, and as it is recorded, with references to them. */
import { readOwnReason } from '@sluice/contracts';
import {
  buildRequest,
  secretNamesOfDestination,
  type AttemptResult,
  type DeliveryRequest,
  type Destination,
  type Redact,
  type Unbuildable,
} from '@sluice/domain';
import { openSecrets, type LoadedSubmission, type RoutingOutcome, type SecretDeps } from '@sluice/pipeline';

/** A request in both forms. */
export interface AttemptRequest {
  readonly request: DeliveryRequest | Unbuildable;
  /** The same request as far as it may be stored. */
  readonly recorded: DeliveryRequest | Unbuildable;
  /** Removes the request's secrets from a text. */
  readonly redact: Redact;
}

/** Builds the request of an attempt. Throws an `UnknownSealingKeyError` if no key opens a secret that it needs. */
export async function attemptRequest(
  deps: SecretDeps,
  { tenantId, leadId, submissionId, data, isTest, acceptedAt }: LoadedSubmission<'delivery'>['submission'],
  destination: Destination,
  { campaignId, asked = [] }: Pick<RoutingOutcome['routed'], 'campaignId' | 'asked'>,
): Promise<AttemptRequest> {
  const lead = { leadId, submissionId, campaignId, nth: asked.length + 1, data, isTest, acceptedAt };
  const recorded = buildRequest(destination, lead);
  const names = secretNamesOfDestination(destination);
  if (names.length === 0) return { request: recorded, recorded, redact: (text) => text };
  const { values, redact } = await openSecrets(deps, tenantId, names);
  const request = buildRequest(destination, lead, values);
  return { request, recorded: request.kind === 'request' ? recorded : request, redact };
}

/** The result without secrets in the buyer's own words. */
export function redactResult(result: AttemptResult, redact: Redact): AttemptResult {
  const { reason, reference } = result;
  return {
    ...result,
    ...(reason !== undefined && readOwnReason(reason) === undefined && { reason: redact(reason) }),
    ...(reference !== undefined && { reference: redact(reference) }),
  };
}
