/** `sluice leads show|retry|find|list|export`. */
import { adminGetLeadTimeline, adminRetryLead } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';
import { addLeadLists } from './list-leads.js';
import { timelineText } from './timeline-text.js';

export function addLeads(program: Command): void {
  const leads = program.command('leads').description('find, list and show leads');
  // What waits for its campaign is on a list in Redis.
  addOperation(leads, 'show', adminGetLeadTimeline, { text: timelineText, queues: true });
  addOperation(leads, 'retry', adminRetryLead, {
    text: ({ submissionId, attempt, at }) => `Attempt ${attempt} of ${submissionId} is made at ${at}.`,
  });
  addLeadLists(leads);
}
