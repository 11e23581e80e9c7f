/** `sluice erase --tenant T LEAD_ID`. */
import { adminEraseLead, type EndpointData } from '@sluice/contracts';
import type { Command } from 'commander';
import { Problem } from '@sluice/local';
import { answer } from '../output.js';
import { withOperations } from '../admin/with-operations.js';

interface EraseFlags {
  readonly tenant: string;
  readonly wait: string;
  readonly json?: boolean;
}

// Some of what is erased is looked for, not looked up.
const CALL_TIMEOUT_MS = 10 * 60_000;

export function addErase(program: Command): void {
  program
    .command('erase')
    .argument('<leadId>', 'the lead')
    .description('take the personal data of a lead out of everything, counts kept; safe to repeat')
    .requiredOption('--tenant <tenant>', 'whose lead')
    .option('--wait <seconds>', 'how long to wait for a lead that is on its way', '30')
    .option('--json', 'answer as JSON')
    .action(async (leadId: string, { tenant, wait, json }: EraseFlags) => {
      const waitSeconds = secondsOf(wait);
      const erased = await withOperations(
        (operate) =>
          operate.call(adminEraseLead, { params: { tenantId: tenant, leadId }, body: { waitSeconds } }),
        { queues: true, callTimeoutMs: CALL_TIMEOUT_MS },
      );
      answer(json, erased, erasedText);
    });
}

function secondsOf(wait: string): number {
  const seconds = Number(wait);
  if (wait.trim() === '' || !(seconds >= 0))
    throw new Problem(`--wait ${wait} is not a number of seconds.`, 2);
  return seconds;
}

function erasedText({ tenantId, leadId, ended, erased }: EndpointData<typeof adminEraseLead>): string {
  const touched = Object.entries(erased).filter(([, count]) => count > 0);
  if (touched.length === 0) return `Tenant ${tenantId}: nothing personal was left of ${leadId}.`;
  return [
    `Tenant ${tenantId}: erased the personal data of ${leadId}`,
    ...ended.map((submissionId) => `  ended ${submissionId}, which was waiting`),
    ...touched.map(([collection, count]) => `  ${collection.padEnd(14)}${String(count).padStart(6)}`),
    'Buyers, platforms and vendors who were sent the lead have to be asked by you.',
  ].join('\n');
}
