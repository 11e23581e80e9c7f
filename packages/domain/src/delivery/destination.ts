/**
 * Where a routed lead is sent: the campaign's endpoint, or else the client's posting URL, unless a repost overrides it.
 */
import {
  parseHttpUrl,
  type Campaign,
  type Client,
  type DeliveryEndpoint,
  type DeliveryInfo,
  type Trace,
  type TraceEntry,
  type UnreadableAction,
} from '@sluice/contracts';
import { clientLabel, OVERRIDE } from './buyer-names.js';
import { deliveryRetryDelaysMs } from './retry-delays.js';

/** Everything that a delivery needs to know about its receiver. */
export interface Destination {
  readonly kind: 'destination';
  /** The key of the tenant's circuit, which opens when this destination keeps failing. */
  readonly key: string;
  /**
   * The name shown in metrics and to operators: one of few values, and never an address that came with a single lead.
   */
  readonly label: string;
  readonly url: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly format: DeliveryEndpoint['format'];
  readonly contentType?: string;
  /** The body template of the format liquid. */
  readonly template?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The buyer's field names with the field keys that fill them; if absent, the body is the lead. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The body that a repost specifies; boxed, because the body itself may be anything. */
  readonly dictatedBody?: { readonly content: unknown };
  readonly responseRules: DeliveryEndpoint['responseRules'];
  readonly timeoutMs: number;
  /** How many attempts may follow the first. */
  readonly retries: number;
  readonly onAmbiguous: 'retry' | 'hold';
  readonly onUnreadable: UnreadableAction;
  /** The destinations that were considered. */
  readonly trace: Trace;
}

/** There is no destination for the lead. */
export interface NoDestination {
  readonly kind: 'none';
  readonly reason: 'no_destination';
  readonly trace: Trace;
}

/** The sources from which a destination is chosen. */
export interface DestinationSources {
  readonly campaign: Pick<Campaign, 'deliveryEndpointId'>;
  readonly client: Pick<Client, 'clientId' | 'settings'> | undefined;
  readonly endpoints: readonly DeliveryEndpoint[];
  /** The override of a repost. */
  readonly deliveryInfo?: DeliveryInfo | undefined;
}

/**
 * Chooses where to send a lead. An endpoint that does not exist (yet) is skipped. The override of a repost replaces
 * URL, method, headers and body; answers are still read by the rules of the configured destination.
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
  if (!client || url === undefined) return { kind: 'none', reason: 'no_destination', trace: passedOver };
  return {
    ...plain(url, clientLabel(client.clientId)),
    trace: [...passedOver, chosen('client posting URL')],
  };
}

const MOST_RETRIES = deliveryRetryDelaysMs.length;

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
    retries: endpoint.retries ?? MOST_RETRIES,
    onAmbiguous: endpoint.onAmbiguous,
    onUnreadable: endpoint.onUnreadable ?? 'rules',
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
    retries: MOST_RETRIES,
    onAmbiguous: 'retry',
    onUnreadable: 'rules',
    trace: [],
  };
}

const methods = ['POST', 'PUT', 'PATCH'] as const;

function overridden(configured: Destination | NoDestination, info: DeliveryInfo): Destination {
  const base = configured.kind === 'none' ? plain(info.url, OVERRIDE) : configured;
  // The buyer's credentials are sent only to the buyer, not wherever an override points.
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
  const parsed = parseHttpUrl(url);
  return parsed ? `${parsed.origin}${parsed.pathname}` : url;
}

function originOf(url: string): string {
  return parseHttpUrl(url)?.origin ?? url;
}
