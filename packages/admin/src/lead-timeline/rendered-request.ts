/**
 * The request of an attempt. Requests are not stored: they would double the size of a lead. An attempt stores the
 * fingerprint of its request instead; the request is rendered again, and the fingerprint shows whether it is the one
 * that was sent.
 */
import type { CallView } from '@sluice/contracts';
import { buildRequest, destinationOf, requestFingerprint } from '@sluice/domain';
import type { DeliveryAttempt, SubmissionJourney, TenantStores } from '@sluice/store';
import { maskedBody, maskedHeaders, maskedUrl } from './mask-secrets.js';

type Catalogs = Pick<TenantStores, 'campaigns' | 'clients' | 'deliveryEndpoints'>;

/** Renders the request of each attempt of a submission; the configuration is read once. */
export async function requestsOf(
  { campaigns, clients, deliveryEndpoints }: Catalogs,
  { submission, decisions }: SubmissionJourney,
  reveal: boolean,
): Promise<(attempt: DeliveryAttempt) => CallView['request']> {
  const routed = decisions.map(({ decision }) => decision).findLast(({ kind }) => kind === 'routed');
  if (routed?.kind !== 'routed' || Object.keys(submission.data).length === 0) return () => undefined;
  const campaign = await campaigns.cached(routed.campaignId);
  const endpointId = campaign?.deliveryEndpointId;
  const [client, endpoint] = await Promise.all([
    clients.cached(routed.clientId),
    endpointId === undefined ? undefined : deliveryEndpoints.cached(endpointId),
  ]);
  const destination = destinationOf({
    campaign: campaign ?? {},
    client,
    endpoints: endpoint ? [endpoint] : [],
    deliveryInfo: submission.deliveryInfo,
  });
  if (destination.kind === 'none') return () => undefined;
  const { leadId, submissionId, data, isTest } = submission;
  const request = buildRequest(destination, {
    leadId,
    submissionId,
    campaignId: routed.campaignId,
    data,
    isTest,
  });
  if (request.kind === 'impossible') return () => undefined;
  const { method, headers, body } = request;
  const fingerprint = requestFingerprint(request);
  return ({ url, sent }) => ({
    method,
    // The recorded address; the configured one may have changed since.
    url: reveal ? maskedUrl(url) : originOf(url),
    headers: maskedHeaders(headers),
    ...(reveal && { body: maskedBody(body) }),
    note: noteOf(sent, fingerprint),
  });
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
