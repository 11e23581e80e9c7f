/** `sluice replay --tenant T --status S`. */
import { adminReplayLeads } from '@sluice/contracts';
import type { Command } from 'commander';
import { addStream } from '../admin/operation-command.js';
import { replayText } from './replay-text.js';

export function addReplay(program: Command): void {
  addStream(program, 'replay', adminReplayLeads, {
    queues: true,
    isTyped: true,
    options: { statuses: 'status', campaignId: 'campaign' },
    defaults: { times: '1' },
    times: ['since'],
    endsItself: true,
    read: async (items, { tenantId = '', dryRun }, interruption) => {
      const { followReplay } = await import('./follow-replay.js');
      const isDry = dryRun !== undefined;
      const doing = isDry ? 'examining leads' : 'replaying leads';
      return { tenantId, dryRun: isDry, ...(await followReplay(items, { doing, interruption })) };
    },
    text: replayText,
    failure: ({ left }) => left > 0,
  });
}
