/** How fields are shown whose name says more than their type, in every form. */

/** How a field is shown, where its name or its place says more than its type. */
export interface Look {
  /** The `format`, e.g. `pick`. */
  readonly as?: string;
  readonly label?: string;
  readonly hint?: string;
  /** What a `pick` picks, or the values of `pairs` name: a section. */
  readonly of?: string;
  readonly many?: boolean;
  /** The labels of the two sides of `pairs`. */
  readonly sides?: readonly [string, string];
}

/** Looks by the name of the field, wherever it stands, and by its place, which wins: `distribution.groups.name`. */
export type Looks = Readonly<Record<string, Look>>;

const pick = (of: string, more: Look = {}): Look => ({ as: 'pick', of, ...more });

export const everywhere: Looks = {
  clientId: pick('clients'),
  offerId: pick('offers'),
  campaignId: pick('campaigns'),
  routeToCampaignId: pick('campaigns', { label: 'Send it to' }),
  fallbackCampaigns: pick('campaigns', { many: true }),
  deliveryEndpointId: pick('deliveryEndpoints'),
  phoneNumberId: pick('phoneNumbers'),
  valueSetId: pick('valueSets'),
  lookupId: pick('lookups'),
  agentVariablesConfigId: pick('agentVariables', { label: 'Agent variables' }),
  timezone: { as: 'zone', label: 'Time zone' },
  secret: { as: 'secret' },
  previousSecret: { as: 'secret' },
  subRules: { as: 'conditions' },
  headers: { sides: ['Header', 'Value'] },
  events: { label: 'Events' },
};
