/** Reasons of ours that name a part: a period, a field, a status. Their words are made by `ownWords`. */
import type { ReasonText } from './reason-text.js';

/** By their spelling, the part in angle brackets; `words` with an example of the part. */
export const reasonFamilies = {
  'duplicate_<field>': {
    words: 'another lead has the same field, e.g. another lead has the same case_number',
    action: 'The trace names the other lead. Correct `dedupeFields` or `dedupeWindow` if it should count.',
    supplier: 'duplicate',
    statuses: ['duplicate'],
  },
  '<period>_limit_full': {
    words: 'the limit of the period is full, e.g. the daily limit is full',
    action: 'Wait for the next period, or raise `cap`.',
    supplier: 'capped',
    statuses: ['queued', 'rejected'],
  },
  '<period>_budget_full': {
    words: 'the budget of the period is spent, e.g. the daily budget is spent',
    action: 'Wait for the next period, or raise `budget`.',
    supplier: 'capped',
    statuses: ['queued', 'rejected'],
  },
  'client_<period>_limit_full': {
    words: "the client's limit is full, e.g. the client's daily limit is full",
    action: 'Wait for the next period, or raise `maxLeadsPerDay` or `maxLeadsPerMonth` of the client.',
    supplier: 'capped',
    statuses: ['queued', 'rejected'],
  },
  'client_<period>_budget_full': {
    words: "the client's budget is spent, e.g. the client's daily budget is spent",
    action: 'Wait for the next period, or raise `maxSpendPerDay` or `maxSpendPerMonth` of the client.',
    supplier: 'capped',
    statuses: ['queued', 'rejected'],
  },
  'destination_<failure>': {
    words: 'the address cannot be called, e.g. the address is not a public one',
    action: 'Correct the URL of the endpoint, then repost the lead.',
    supplier: 'error',
    statuses: ['error'],
  },
  'http_<4xx>': {
    words: 'the buyer refused it, e.g. the buyer answered 404',
    action:
      "Read the buyer's answer in the timeline; correct the endpoint if the buyer cannot read the lead.",
    supplier: 'not_wanted',
    statuses: ['rejected'],
  },
  'http_<other>': {
    words: 'the buyer could not take it, e.g. the buyer answered 503',
    action: 'Ask the buyer, then repost the lead.',
    supplier: 'error',
    statuses: ['failed'],
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
