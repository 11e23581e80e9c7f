/**
 * The request of an attempt. Requests are not stored: they would double the size of a lead. An attempt stores the
 * fingerprint of its request instead; the request is rendered again, and the fingerprint shows whether it is the one
 * that was sent.
 */
import {
  leadSourceOf,
  reallyAsked,
  type CallView,
  type Routed,
  type SubmissionRecord,
} from '@sluice/contracts';
import { buildRequest, consentStatusIn, requestFingerprint } from '@sluice/domain';
import { consentBeforeRouting, destinationFor, type DestinationStores } from '@sluice/pipeline';
import type { GenerationAttempt, SubmissionJourney, TenantStores } from '@sluice/store';
import { maskedBody, maskedHeaders, maskedUrl } from './mask-secrets.js';

/** Renders the request of an attempt; undefined if none can be made. */
export type RequestOf = (attempt: GenerationAttempt) => CallView['request'];

/** Renders the request of each attempt of a submission; the configuration is read once for each buyer. */
export async function requestsOf(
  stores: DestinationStores & Pick<TenantStores, 'journal' | 'submissions'>,
  { submission, decisions }: SubmissionJourney,
  reveal: boolean,
): Promise<RequestOf> {
  if (Object.keys(submission.data).length === 0) return () => undefined;
  const rendered = new Map<number, RequestOf>();
  for (const { generation, decision } of decisions)
    if (decision.kind === 'routed') {
      const consentStatus = decision.consent
        ? toldAtDelivery(decisions, generation)
        : await consentBeforeRouting(stores, submission);
      rendered.set(generation, await requestsTo(stores, { ...submission, consentStatus }, decision, reveal));
    }
  return (attempt) => rendered.get(attempt.generation)?.(attempt);
}

async function requestsTo(
  stores: DestinationStores,
  submission: SubmissionRecord & { readonly consentStatus: string | undefined },
  routed: Routed,
  reveal: boolean,
): Promise<RequestOf> {
  const { consentStatus } = submission;
  const { leadId, submissionId, data, isTest, acceptedAt, deliveryInfo } = submission;
  const destination = await destinationFor(stores, routed, { deliveryInfo, read: 'cached' });
  if (destination.kind === 'none') return () => undefined;
  const { campaignId, asked } = routed;
  const nth = reallyAsked(asked).length + 1;
  const source = leadSourceOf(submission);
  const lead = { leadId, submissionId, campaignId, nth, ...source, data, isTest, acceptedAt, consentStatus };
  return ({ url, sent, files }) => {
    const request = buildRequest(destination, { ...lead, files });
    if (request.kind === 'impossible') return undefined;
    const { method, headers, body } = request;
    return {
      method,
      // The recorded address; the configured one may have changed since.
      url: reveal ? maskedUrl(url) : originOf(url),
      headers: maskedHeaders(headers),
      body: reveal ? maskedBody(body) : undefined,
      note: noteOf(sent, requestFingerprint(request)),
    };
  };
}

// What was asked for the campaign of the buyer stands in its delivery's decision.
function toldAtDelivery(decisions: SubmissionJourney['decisions'], generation: number): string | undefined {
  const told = decisions.find((one) => one.stage === 'delivery' && one.generation === generation);
  return told && consentStatusIn(told.decision.trace);
}

function noteOf(sent: string | undefined, now: string): string {
  if (sent === undefined)
    return 'Rendered again with the current configuration; the request that was sent was not recorded.';
  return sent === now
    ? 'Rendered again; its fingerprint matches the request that was sent.'
    : 'Rendered again with the current configuration; the request that was sent differed, because the configuration has changed since.';
}

// A path or query may have been made for this one lead.
function originOf(url: string): string {
  return URL.canParse(url) && new URL(url).origin !== 'null' ? new URL(url).origin : url;
}
