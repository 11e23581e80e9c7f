/** What a campaign names by its id. Its client and offer must exist when it is written; everything else may come later. */
import type { Campaign } from './campaign.js';

/** A place of an item that names something by its id. */
export interface Reference<Kind extends string = ReferenceKind> {
  readonly at: string;
  readonly kind: Kind;
  readonly id: string;
}

const campaignPlaces = [
  String.raw`fallbackCampaigns\.\d+`,
  String.raw`distribution\.groups\.\d+\.members\.\d+\.campaignId`,
  String.raw`(?:deliverySchedule|deliveryLimits\.\d+)\.routeToCampaignId`,
  String.raw`routingRules\.\d+\.routeTo\.campaignId`,
];
/** Where a campaign names things of each kind. */
export const placesInCampaigns = {
  client: /^clientId$/,
  offer: /^offerId$/,
  'delivery endpoint': /^deliveryEndpointId$/,
  'phone number': /^phoneNumberId$/,
  'SMS agent': /^campaignAiAgents\.sms(?:Test)?\.agentId$/,
  campaign: new RegExp(`^(?:${campaignPlaces.join('|')})$`),
  // Of an entry that names a site, what stands before the slash.
  supplier: /^suppliers\.entries\.\d+$/,
  'look-up': /^lookups\.\d+\.lookupId$/,
  // Conditions occur in many places.
  'value set': /\.valueSetId$/,
} as const;

/** What may be named. */
export type ReferenceKind = keyof typeof placesInCampaigns;

/** Everything that a campaign names by its id. */
export function campaignReferences(campaign: Pick<Campaign, 'clientId' | 'offerId'>): readonly Reference[] {
  return referencesIn(campaign, placesInCampaigns);
}

/** Everything that an item names by its id at these places; with `only`, what has this id. */
export function referencesIn<Kind extends string>(
  item: unknown,
  places: Readonly<Record<Kind, RegExp>>,
  only?: string,
): readonly Reference<Kind>[] {
  const found: Reference<Kind>[] = [];
  const kinds = Object.entries(places) as [Kind, RegExp][];
  const path: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (only !== undefined && value !== only && !value.startsWith(`${only}/`)) return;
      const at = path.join('.');
      for (const [kind, place] of kinds)
        if (place.test(at))
          found.push({ at, kind, id: kind === 'supplier' ? value.split('/', 1).join() : value });
    } else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) {
        path.push(key);
        visit(inner);
        path.pop();
      }
  };
  visit(item);
  return found;
}
