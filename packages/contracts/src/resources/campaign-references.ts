/** What a campaign names by its id. Its client and offer must exist when it is written; everything else may come later. */
import type { Campaign } from './campaign.js';

/** A place of a campaign that names something by its id. */
export interface Reference {
  readonly at: string;
  readonly kind: ReferenceKind;
  readonly id: string;
}

const campaignPlaces = [
  String.raw`fallbackCampaigns\.\d+`,
  String.raw`distribution\.groups\.\d+\.members\.\d+\.campaignId`,
  String.raw`(?:deliverySchedule|deliveryLimits\.\d+)\.routeToCampaignId`,
  String.raw`routingRules\.\d+\.routeTo\.campaignId`,
];
const places = {
  client: /^clientId$/,
  offer: /^offerId$/,
  'delivery endpoint': /^deliveryEndpointId$/,
  'phone number': /^phoneNumberId$/,
  'SMS agent': /^campaignAiAgents\.sms(?:Test)?\.agentId$/,
  campaign: new RegExp(`^(?:${campaignPlaces.join('|')})$`),
  // Of an entry that names a site, what stands before the slash.
  supplier: /^suppliers\.entries\.\d+$/,
  // Conditions occur in many places.
  'value set': /\.valueSetId$/,
} as const;

/** What may be named. */
export type ReferenceKind = keyof typeof places;

/** Everything that a campaign names by its id. */
export function campaignReferences(campaign: Pick<Campaign, 'clientId' | 'offerId'>): readonly Reference[] {
  return referencesIn(campaign, '');
}

function referencesIn(value: unknown, path: string): readonly Reference[] {
  if (typeof value === 'string') {
    const kinds = (Object.keys(places) as ReferenceKind[]).filter((kind) => places[kind].test(path));
    return kinds.map((kind) => ({
      at: path,
      kind,
      id: kind === 'supplier' ? value.split('/', 1).join() : value,
    }));
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    referencesIn(inner, path === '' ? key : `${path}.${key}`),
  );
}
