/** How fields are shown whose name says more than their type, in every form. */
import type { Look, Looks } from './schema.js';

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
  agentVariablesConfigId: pick('agentVariables', { label: 'Agent variables' }),
  timezone: { as: 'zone', label: 'Time zone' },
  secret: { as: 'secret' },
  previousSecret: { as: 'secret' },
  subRules: { as: 'conditions' },
  headers: { sides: ['Header', 'Value'] },
  events: { label: 'Events' },
};
