/** What a tenant has configured: rules that cannot read their values, exceeded budgets, changes that were left. */
import { moneyText } from '@sluice/contracts';
import { defineFinding } from '../declare.js';

const valuesUnread = defineFinding({
  kind: 'values_unread',
  area: 'leads',
  page: '/campaigns',
  runbook: 'configuration.md#a-rule-cannot-read-its-values',
  thresholds: { lookAt: 0 },
  find: ({ unreadRules = [] }) =>
    unreadRules.map(({ tenantId, campaignId, field, operator, unread, of, wanted, unreadAt }) => ({
      id: `unread-values.${tenantId}.${campaignId}.${field}.${operator}`,
      measured: unread,
      subject: campaignId,
      tenantId,
      count: unread,
      counted: `of its last ${of} values`,
      headline: `A rule of campaign ${campaignId} on "${field}" (${operator}) meets values that are not readable as a ${wanted}`,
      todo: `Such a value matches neither the rule nor its negation. Look at the answer in the timeline of a lead, the latest at ${unreadAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, and have the form ask for a ${wanted}.`,
      link: `/campaigns/${tenantId}/${campaignId}`,
    })),
});

const budgetOverspent = defineFinding({
  kind: 'budget_overspent',
  area: 'configuration',
  page: '/campaigns',
  runbook: 'configuration.md#a-budget-is-exceeded',
  thresholds: { lookAt: 0 },
  find: ({ overspent = [] }) =>
    overspent.map(({ tenantId, of, id, period, currency, budget, spent, turnsAt }) => ({
      id: `budget.${tenantId}.${of}.${id}.${period}.${currency}`,
      measured: spent - budget,
      subject: id,
      tenantId,
      headline: `${of === 'campaign' ? 'Campaign' : 'Client'} ${id} has spent ${moneyText(spent, currency)} of its ${period === 'lifetime' ? 'whole' : period} budget of ${moneyText(budget, currency)}`,
      next: turnsAt && { text: 'it begins anew', at: turnsAt },
      todo: 'A buyer answered a higher price than was expected of its leads: bring the price of the campaign up to date, or let it ignore the prices of answers. A budget that was lowered since is exceeded as well.',
      link: of === 'campaign' ? `/campaigns/${tenantId}/${id}` : `/campaigns?tenant=${tenantId}`,
    })),
});

const changeUnfinished = defineFinding({
  kind: 'change_unfinished',
  area: 'configuration',
  page: '/settings/file',
  runbook: 'configuration.md#applying-tenant-files',
  namesTenant: true,
  thresholds: { lookAt: 0 },
  find: ({ unfinishedChanges = [] }) =>
    unfinishedChanges.map(({ tenantId }) => ({
      id: `change.${tenantId}`,
      measured: 1,
      subject: tenantId,
      tenantId,
      headline: `A change of the configuration of ${tenantId} was begun over a minute ago and is not finished`,
      todo: 'Make sure that a worker runs, because workers finish it; if one does, search its log for “left out of the sweep” with the part plans.',
    })),
});

/** The findings of this file. */
export const configurationFindings = [valuesUnread, budgetOverspent, changeUnfinished];
