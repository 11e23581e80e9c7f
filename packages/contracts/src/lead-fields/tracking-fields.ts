/**
 * The entries of attribution that Sluice knows by name. Any others are stored, compared and delivered as well, by their
 * own keys; these are read for ad platforms, or are in the field library.
 */
import type { PixelPlatform } from '../resources/pixel.js';
import type { ValueColumns } from './columns.js';

/** What is said of such an entry. */
export interface TrackingColumns extends Omit<ValueColumns, 'keys' | 'search'> {
  /** What the interface says of it; the entries of `params` that no platform gets are not described one by one. */
  readonly described: string | false;
  /** Where it may stand, in the order in which it is looked for; the first is where a file's column puts it. */
  readonly places: readonly ('attribution' | 'attribution.params' | 'compliance')[];
}

/** An id by which a platform knows a click or a browser. */
function idOf<const Platform extends PixelPlatform>(
  platform: Platform,
  people: string,
  label: string,
  described: string,
) {
  return {
    described,
    places: ['attribution', 'attribution.params'],
    receivers: [platform],
    library: ['attribution', label, 'string'],
    columns: { people },
    personal: 'nothing',
  } as const;
}

/** A parameter of the page that nothing but the tenant reads. */
function parameter(label: string, people: string) {
  return {
    described: false,
    places: ['attribution.params'],
    receivers: [],
    library: ['attribution', label, 'string'],
    columns: { people },
    personal: 'nothing',
  } as const;
}

/** The rows of these entries, in the order in which they are stored. */
export const trackingFields = {
  fbclid: idOf('facebook', 'fbclid', 'Facebook click ID', 'Click id of the social ad platform.'),
  fbp: idOf('facebook', 'fbp', 'Facebook browser ID', 'Browser id of the social ad platform.'),
  fbc: idOf('facebook', 'fbc', 'Facebook click cookie', 'Click cookie of the social ad platform.'),
  ttclid: idOf('tiktok', 'ttclid', 'TikTok click ID', 'Click id of the short-video ad platform.'),
  ttp: idOf('tiktok', 'ttp', 'TikTok browser ID', 'Browser id of the short-video ad platform.'),
  captureUrl: {
    described: 'The page on which the lead was captured.',
    places: ['attribution'],
    receivers: ['facebook', 'tiktok'],
    library: ['attribution', 'Capture URL', 'url'],
    columns: { people: 'captureurl url pageurl landingpage landingpageurl' },
    personal: 'nothing',
  },
  ipAddress: {
    described: "The lead's IP address.",
    places: ['attribution', 'compliance'],
    receivers: ['facebook', 'tiktok'],
    library: ['attribution', 'IP address', 'string'],
    columns: { people: 'ip ipaddress' },
    personal: 'device',
  },
  userAgent: {
    described: "The lead's browser.",
    places: ['attribution', 'compliance'],
    receivers: ['facebook', 'tiktok'],
    library: ['attribution', 'User agent', 'string'],
    columns: { people: 'useragent browser' },
    personal: 'device',
  },
  gclid: parameter('Google click ID', 'gclid googleclickid'),
  utm_source: parameter('UTM source', 'utmsource'),
  utm_medium: parameter('UTM medium', 'utmmedium'),
  utm_campaign: parameter('UTM campaign', 'utmcampaign'),
  utm_term: parameter('UTM term', 'utmterm'),
  utm_content: parameter('UTM content', 'utmcontent'),
} as const satisfies Readonly<Record<string, TrackingColumns>>;

type Table = typeof trackingFields;
export type TrackingName = keyof Table;
export const trackingNames = Object.keys(trackingFields) as readonly TrackingName[];

/** The entries that ad platforms receive. */
export type TrackingField = {
  [Name in TrackingName]: Table[Name]['receivers'] extends readonly [] ? never : Name;
}[TrackingName];
export const trackedFields = trackingNames.filter(
  (name): name is TrackingField => trackingFields[name].receivers.length > 0,
);
