/**
 * Where a routed lead is sent: the campaign's endpoint, or else the client's posting URL or mailbox, unless a repost
 * overrides it.
 */
import {
  emailFormats,
  parseHttpUrl,
  type Campaign,
  type Client,
  type DeliveryEndpoint,
  type DeliveryInfo,
  type EmailFormat,
  type OwnReason,
  type Trace,
  type TraceEntry,
  type UnreadableAction,
} from '@sluice/contracts';
import { clientLabel, OVERRIDE } from './buyer-names.js';
import { deliveryRetryDelaysMs } from './retries.js';

/** Everything that a delivery needs to know about its receiver, whatever carries the lead there. */
interface Receiver {
  /** The key of the tenant's circuit, which opens when this destination keeps failing. */
  readonly key: string;
  /**
   * The name shown in metrics and to operators: one of few values, and never an address that came with a single lead.
   */
  readonly label: string;
  /** The address as it is recorded; that of a mailbox begins with `mailto:`. */
  readonly url: string;
  /** The client that buys the lead, by name, for formats that name it. */
  readonly buyer: string;
  /** The longest time that one attempt takes. */
  readonly timeoutMs: number;
  /** How many attempts may follow the first. */
  readonly retries: number;
  readonly onAmbiguous: 'retry' | 'hold';
  /** The destinations that were considered. */
  readonly trace: Trace;
}

/** A receiver that is called over HTTP. */
export interface HttpDestination extends Receiver {
  readonly kind: 'http';
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
  readonly onUnreadable: UnreadableAction;
}

/** A mailbox, which a mail server delivers to. */
export interface EmailDestination extends Receiver {
  readonly kind: 'email';
  readonly address: string;
  readonly format: EmailFormat;
}

export type Destination = HttpDestination | EmailDestination;

/** There is no destination for the lead. */
export interface NoDestination {
  readonly kind: 'none';
  readonly reason: 'no_destination';
  readonly trace: Trace;
}

/** The sources from which a destination is chosen. */
export interface DestinationSources {
  readonly campaign: Pick<Campaign, 'deliveryEndpointId'>;
  readonly client: (Pick<Client, 'clientId' | 'settings'> & Partial<Pick<Client, 'name'>>) | undefined;
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
  const buyer = client?.name ?? client?.clientId ?? '';
  if (endpoint) return fromEndpoint(endpoint, buyer);
  const passedOver: TraceEntry[] =
    endpointId === undefined
      ? []
      : [{ looked: 'destination', at: endpointId, verdict: 'passed_over', because: 'unknown_endpoint' }];
  const { defaultPostingUrl: url, postingMethod, notificationEmail: address } = client?.settings ?? {};
  const label = clientLabel(client?.clientId ?? '');
  if (postingMethod === 'email') {
    if (address === undefined) return withoutDestination(passedOver, 'no_notification_email');
    const format = emailFormats.find((each) => each === client?.settings?.emailFormat) ?? 'text';
    const trace = [...passedOver, chosen(CLIENT_EMAIL)];
    return { ...mailbox(address, format), label, buyer, trace };
  }
  if (url === undefined) return { kind: 'none', reason: 'no_destination', trace: passedOver };
  return { ...plain(url, label, buyer), trace: [...passedOver, chosen('client posting URL')] };
}

/** The client's mailbox in a trace. */
export const CLIENT_EMAIL = 'client e-mail';

/** No destination, although the client takes leads by e-mail, because of what it lacks. */
export function withoutDestination(trace: Trace, because: OwnReason): NoDestination {
  const considered = trace.filter(({ verdict }) => verdict !== 'chosen');
  const at = CLIENT_EMAIL;
  const lacking: TraceEntry = { looked: 'destination', at, verdict: 'passed_over', because };
  return { kind: 'none', reason: 'no_destination', trace: [...considered, lacking] };
}

const MOST_RETRIES = deliveryRetryDelaysMs.length;
const PLAIN_TIMEOUT_MS = 10_000;
/** A mail server may look at a text for a while before it takes it. */
const MAIL_TIMEOUT_MS = 30_000;

function mailbox(address: string, format: EmailFormat): Omit<EmailDestination, 'label' | 'buyer' | 'trace'> {
  const url = `mailto:${address}`;
  return {
    kind: 'email',
    key: url,
    url,
    address,
    format,
    timeoutMs: MAIL_TIMEOUT_MS,
    retries: MOST_RETRIES,
    onAmbiguous: 'retry',
  };
}

function fromEndpoint(endpoint: DeliveryEndpoint, buyer: string): HttpDestination {
  const { deliveryEndpointId, url, method, format, contentType, template, headers, fields } = endpoint;
  return {
    kind: 'http',
    key: deliveryEndpointId,
    label: deliveryEndpointId,
    url,
    buyer,
    method,
    format,
    contentType,
    template,
    headers: headers ?? {},
    fields,
    responseRules: endpoint.responseRules,
    timeoutMs: endpoint.timeoutSeconds * 1_000,
    retries: endpoint.retries ?? MOST_RETRIES,
    onAmbiguous: endpoint.onAmbiguous,
    onUnreadable: endpoint.onUnreadable ?? 'rules',
    trace: [chosen(deliveryEndpointId)],
  };
}

function plain(url: string, label: string, buyer = ''): HttpDestination {
  return {
    kind: 'http',
    key: circuitKey(url),
    label,
    url,
    buyer,
    method: 'POST',
    format: 'json',
    headers: {},
    responseRules: [],
    timeoutMs: PLAIN_TIMEOUT_MS,
    retries: MOST_RETRIES,
    onAmbiguous: 'retry',
    onUnreadable: 'rules',
    trace: [],
  };
}

const methods = ['POST', 'PUT', 'PATCH'] as const;

function overridden(configured: Destination | NoDestination, info: DeliveryInfo): HttpDestination {
  const base = configured.kind === 'http' ? configured : plain(info.url, OVERRIDE);
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
