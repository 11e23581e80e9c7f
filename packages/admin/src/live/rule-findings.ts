/** What is wrong with the rules of campaigns, in words. */
import type { UnreadRule } from '@sluice/store';
import type { Draft } from './words.js';

/** A rule that meets too many values which are no numbers or no dates. */
export function valuesUnread({
  tenantId,
  campaignId,
  field,
  operator,
  unread,
  of,
  wanted,
  unreadAt,
}: UnreadRule): Draft {
  return {
    id: `unread-values.${tenantId}.${campaignId}.${field}.${operator}`,
    kind: 'values_unread',
    severity: 'warning',
    subject: campaignId,
    tenantId,
    count: unread,
    counted: `of its last ${of} values`,
    headline: `A rule of campaign ${campaignId} on "${field}" (${operator}) meets values that are not readable as a ${wanted}`,
    todo: `Such a value matches neither the rule nor its negation. Look at the answer in the timeline of a lead, the latest at ${unreadAt.toISOString()}, and have the form ask for a ${wanted}.`,
    link: `/campaigns/${tenantId}/${campaignId}`,
  };
}
