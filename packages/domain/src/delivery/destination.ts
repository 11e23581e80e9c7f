/** Where a routed lead goes: the campaign's endpoint, else the client's posting URL, unless a repost says otherwise. */
import type { Campaign, Client, DeliveryEndpoint, DeliveryInfo, Trace, TraceEntry } from '@sluice/contracts';

/** Everything that a delivery needs to know about its other end. */
export interface Destination {
  readonly kind: 'destination';
  /** Names the tenant's circuit that opens when this destination keeps failing. */
  readonly key: string;
  /** What metrics and people see of it: one of few words, and never an address that came with a single lead. */
  readonly label: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly format: DeliveryEndpoint['format'];
  readonly contentType?: string;
  /** The body of the format liquid. */
  readonly template?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The buyer's names and the field keys they are filled from; without it the body is the lead. */
  readonly fields?: Readonly<Record<string, string>>;
  /** A body that a repost dictates; boxed, because the body itself may be anything. */
  readonly dictatedBody?: { readonly content: unknown };
  readonly responseRules: DeliveryEndpoint['responseRules'];
  readonly timeoutMs: number;
  readonly onAmbiguous: 'retry' | 'hold';
  /** Which destinations were looked at. */
  readonly trace: Trace;
}

/** There is nowhere to send the lead. */
export interface NoDestination {
  readonly kind: 'none';
  readonly reason: 'no_destination';
  readonly trace: Trace;
}

/** What a destination is chosen from. */
export interface DestinationSources {
  readonly campaign: Pick<Campaign, 'deliveryEndpointId'>;
  readonly client: Pick<Client, 'clientId' | 'settings'> | undefined;
  readonly endpoints: readonly DeliveryEndpoint[];
  /** The override of a repost. */
  readonly deliveryInfo?: DeliveryInfo | undefined;
}

/**
 * Chooses where to send a lead. An endpoint that does not exist (yet) is passed over. The override of a repost
 * replaces URL, method, headers and body, and is read by the rules of the destination it replaces.
 */
export function destinationOf(sources: DestinationSources): Destination | NoDestination {
  const configured = configuredDestination(sources);
  return sources.deliveryInfo === undefined ? configured : overridden(configured, sources.deliveryInfo);
}

function configuredDestination({
  campaign,
  client,
  endpoints,
}: DestinationSources): Destination | NoDestination {
  const endpointId = campaign.deliveryEndpointId;
  const endpoint = endpoints.find(({ deliveryEndpointId }) => deliveryEndpointId === endpointId);
  if (endpoint) return fromEndpoint(endpoint);
  const passedOver: TraceEntry[] =
    endpointId === undefined
      ? []
      : [{ looked: 'destination', at: endpointId, verdict: 'passed_over', because: 'unknown_endpoint' }];
  const url = client?.settings?.defaultPostingUrl;
  if (url === undefined) return { kind: 'none', reason: 'no_destination', trace: passedOver };
  return {
    ...plain(url, `client ${client?.clientId}`),
    trace: [...passedOver, chosen('client posting URL')],
  };
}

function fromEndpoint(endpoint: DeliveryEndpoint): Destination {
  const { deliveryEndpointId, url, method, format, contentType, template, headers, fields } = endpoint;
  return {
    kind: 'destination',
    key: deliveryEndpointId,
    label: deliveryEndpointId,
    url,
    method,
    format,
    ...(contentType !== undefined && { contentType }),
    ...(template !== undefined && { template }),
    headers: headers ?? {},
    ...(fields !== undefined && { fields }),
    responseRules: endpoint.responseRules,
    timeoutMs: endpoint.timeoutSeconds * 1_000,
    onAmbiguous: endpoint.onAmbiguous,
    trace: [chosen(deliveryEndpointId)],
  };
}

function plain(url: string, label: string): Destination {
  return {
    kind: 'destination',
    key: circuitKey(url),
    label,
    url,
    method: 'POST',
    format: 'json',
    headers: {},
    responseRules: [],
    timeoutMs: 10_000,
    onAmbiguous: 'retry',
    trace: [],
  };
}

/** All overrides together: each names an address of its own, which may reveal the person. */
const OVERRIDE = 'override';

const methods = ['POST', 'PUT', 'PATCH'] as const;

function overridden(configured: Destination | NoDestination, info: DeliveryInfo): Destination {
  const base = configured.kind === 'none' ? plain(info.url, OVERRIDE) : configured;
  // The buyer's credentials go to the buyer only, not wherever an override points.
  const inherited = originOf(base.url) === originOf(info.url) ? base.headers : {};
  return {
    ...base,
    key: circuitKey(info.url),
    label: OVERRIDE,
    url: info.url,
    method: methods.find((method) => method === info.method?.toUpperCase()) ?? base.method,
    headers: { ...inherited, ...info.headers },
    ...(info.body !== undefined && { dictatedBody: { content: info.body } }),
    trace: [...configured.trace, chosen('deliveryInfo')],
  };
}

function chosen(at: string): TraceEntry {
  return { looked: 'destination', at, verdict: 'chosen' };
}

function circuitKey(url: string): string {
  const parsed = parseUrl(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : url;
}

function originOf(url: string): string {
  return parseUrl(url)?.origin ?? url;
}

function parseUrl(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
