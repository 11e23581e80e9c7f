/** The request of an attempt: as it is sent, with the tenant's secrets, and as it is recorded, with references to them. */
import { leadSourceOf, readOwnReason, reallyAsked, type Trace, type TraceEntry } from '@sluice/contracts';
import {
  buildRequest,
  consentStatusIn,
  readsConsent,
  readsFiles,
  secretNamesOfDestination,
  type AttemptResult,
  type DeliveryRequest,
  type Destination,
  type OutgoingLead,
  type Redact,
  type Unbuildable,
} from '@sluice/domain';
import {
  consentBeforeRouting,
  now,
  unsealSecrets,
  type LoadedSubmission,
  type RoutingOutcome,
  type SecretDeps,
  type StoresFor,
} from '@sluice/pipeline';
import type { DeliveryAttempt } from '@sluice/store';

/** A request in both forms. */
export interface AttemptRequest {
  readonly request: DeliveryRequest | Unbuildable;
  /** The same request as far as it may be stored. */
  readonly recorded: DeliveryRequest | Unbuildable;
  /** Removes the request's secrets from a text. */
  readonly redact: Redact;
}

/**
 * The statuses of the lead's files that an attempt sends: those of the first attempt, because every attempt under one
 * key has the same body. Undefined if the destination's requests hold none.
 */
export async function filesToSend(
  deps: StoresFor<'clock'>,
  { stores, submission }: LoadedSubmission<'delivery'>,
  destination: Destination,
  made: readonly Pick<DeliveryAttempt, 'files'>[],
): Promise<DeliveryAttempt['files']> {
  if (!readsFiles(destination)) return undefined;
  const before = made.find(({ files }) => files !== undefined)?.files;
  if (before) return before;
  const files = await stores.files.ofLead(submission.leadId, now(deps));
  return files.map(({ fileKey, status }) => ({ fileKey, status }));
}

/**
 * What a buyer is told of the lead's certificate: what was asked for its campaign, else before the lead was routed. Undefined
 * if the destination's requests do not hold it.
 */
export async function consentToSend(
  { stores, submission }: LoadedSubmission<'delivery'>,
  destination: Destination,
  certificate: Trace,
): Promise<string | undefined> {
  if (!readsConsent(destination)) return undefined;
  if (certificate.length > 0) return consentStatusIn(certificate);
  return consentBeforeRouting(stores, submission);
}

/** Builds the request of an attempt. Throws an `UnknownSealingKeyError` if no key opens a secret that it needs. */
export async function attemptRequest(
  deps: SecretDeps,
  submission: LoadedSubmission<'delivery'>['submission'],
  destination: Destination,
  { campaignId, asked }: Pick<RoutingOutcome['routed'], 'campaignId' | 'asked'>,
  read: Pick<OutgoingLead, 'files' | 'consentStatus'>,
): Promise<AttemptRequest> {
  const { tenantId, leadId, submissionId, data, isTest, acceptedAt } = submission;
  const nth = reallyAsked(asked).length + 1;
  const source = leadSourceOf(submission);
  const lead = { leadId, submissionId, campaignId, nth, ...source, data, isTest, acceptedAt, ...read };
  const recorded = buildRequest(destination, lead);
  const names = secretNamesOfDestination(destination);
  if (names.length === 0) return { request: recorded, recorded, redact: (text) => text };
  const { values, redact } = await unsealSecrets(deps, tenantId, names);
  const request = buildRequest(destination, lead, values);
  return { request, recorded: request.kind === 'request' ? recorded : request, redact };
}

/** The result without secrets in the buyer's own words. */
export function redactResult(result: AttemptResult, redact: Redact): AttemptResult {
  const { reason, reference, trace } = result;
  return {
    ...result,
    trace: trace.map((entry) => redactEntry(entry, redact)),
    ...(reason !== undefined && readOwnReason(reason) === undefined && { reason: redact(reason) }),
    ...(reference !== undefined && { reference: redact(reference) }),
  };
}

// What was found in the answer stands among the values, such as a price that is no number.
function redactEntry({ values, of, ...entry }: TraceEntry, redact: Redact): TraceEntry {
  const shown = Object.entries(values ?? {}).map(([name, value]) => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ]);
  return {
    ...entry,
    ...(values && { values: Object.fromEntries(shown) as Readonly<Record<string, unknown>> }),
    ...(of && { of: of.map((inner) => redactEntry(inner, redact)) }),
  };
}
