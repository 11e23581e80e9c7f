/** Reasons of routing: why a lead goes nowhere, and why a campaign was passed over. */
import type { OwnReason } from '@sluice/contracts';
import { NOTHING, type ReasonText } from './reason-text.js';

export const ofRouting = {
  no_route: {
    words: 'no campaign could take the lead',
    action: 'The trace says of each campaign why. Switch one on or add a fallback, then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  no_capacity: {
    words: 'no campaign had room',
    action: 'Raise a limit, widen the hours, or add a fallback; `queue` as the action lets leads wait.',
    supplier: 'capped',
    statuses: ['rejected'],
  },
  no_buyer: {
    words: 'no campaign may take it',
    action: 'The trace says why. Look at `suppliers` of the campaigns and at the lists of their clients.',
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  outside_hours: {
    words: 'it is outside its hours',
    action: 'Wait, or widen `deliverySchedule`.',
    supplier: 'capped',
    statuses: ['queued', 'rejected'],
  },
  too_old: {
    words: 'the lead came in too long ago',
    action: 'Raise `maxAgeMinutes` of the campaign, or find why the lead waited.',
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  below_minimum: {
    words: 'it pays less than the group asks for',
    action: 'Lower `minimumPrice` of the group, or add buyers that pay more.',
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  refused_by_all: {
    words: 'no buyer wanted it',
    action: 'The timeline has each answer. Add buyers, or repost the lead later.',
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  campaign_not_found: {
    words: 'there is no such campaign',
    action: 'Create the campaign or correct its name; then repost the lead, or move it.',
    supplier: 'error',
    statuses: ['error'],
  },
  client_not_found: {
    words: 'its client does not exist',
    action: 'Create the client, or correct `clientId` of the campaign.',
    supplier: 'error',
  },
  supplier_not_allowed: {
    words: 'it takes no leads of this supplier or site',
    action: 'Correct `suppliers` of the campaign if it should.',
    supplier: 'not_wanted',
  },
  duplicate_for_client: {
    words: 'its client has the person from another lead',
    action: NOTHING,
    supplier: 'not_wanted',
  },
  suppressed_for_client: {
    words: 'the person is on a suppression list of its client',
    action: NOTHING,
    supplier: 'not_wanted',
  },
  inactive: { words: 'it is switched off', action: 'Set `active` of the campaign.', supplier: 'error' },
  archived: {
    words: 'it is archived',
    action: 'Take it out of the archive: `archived: false`.',
    supplier: 'error',
  },
  client_inactive: {
    words: 'its client is switched off',
    action: 'Set `active` of the client.',
    supplier: 'error',
  },
  client_archived: {
    words: 'its client is archived',
    action: 'Take the client out of the archive.',
    supplier: 'error',
  },
  already_looked_at: { words: 'it was already considered', action: NOTHING, supplier: 'error' },
  already_asked: { words: 'its buyer was already asked', action: NOTHING, supplier: 'not_wanted' },
  too_many_buyers: { words: 'ten buyers were asked', action: NOTHING, supplier: 'error' },
  receiver_down: {
    words: 'its buyer does not answer at the moment',
    action: 'Look at the buyer. If nobody else takes the lead, it is sent there all the same.',
    supplier: 'error',
  },
  currency_differs: {
    words: 'its budget is in another currency than its price',
    action: 'Let price and budget name one currency.',
    supplier: 'not_wanted',
  },
  too_many_candidates: {
    words: 'as many campaigns as may be were considered before it',
    action: 'List fewer than 25 campaigns for one lead.',
    supplier: 'error',
  },
  auto_routing_off: {
    words: 'automatic routing is off',
    action: 'Set `autoRoutingEnabled` if rules should count.',
    supplier: 'error',
  },
  no_target: {
    words: 'it names no campaign to send to',
    action: 'Give the rule a `routeTo`.',
    supplier: 'error',
  },
} as const satisfies Partial<Record<OwnReason, ReasonText>>;
