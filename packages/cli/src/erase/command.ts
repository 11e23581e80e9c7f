/** `sluice erase --tenant T LEAD_ID`. */
import { adminEraseLead, type EndpointData } from '@sluice/contracts';
import type { Command } from 'commander';
import { answer } from '../output.js';
import { withOperations } from '../admin/with-operations.js';
import { secondsOf } from '../typed-values.js';

interface EraseFlags {
  readonly tenant: string;
  readonly wait: string;
  readonly json?: boolean;
}

const LONGEST_WAIT_SECONDS = 45;

export function addErase(program: Command): void {
  program
    .command('erase')
    .argument('<leadId>', 'the lead')
    .description('erase the personal data of a lead everywhere; counts stay; safe to repeat')
    .requiredOption('--tenant <tenant>', 'tenant of the lead')
    .option('--wait <seconds>', 'how long to wait for a lead that is in progress', '30')
    .option('--json', 'print JSON')
    .action(async (leadId: string, { tenant, wait, json }: EraseFlags) => {
      const waitSeconds = secondsOf('--wait', wait);
      const erased = await withOperations(
        (operate) =>
          eraseWithin(waitSeconds, (part) =>
            operate.call(adminEraseLead, {
              params: { tenantId: tenant, leadId },
              body: { waitSeconds: part },
            }),
          ),
        { queues: true },
      );
      answer(json, erased, erasedText);
    });
}

// One request is answered within a minute, so a longer wait consists of several requests.
async function eraseWithin<T>(waitSeconds: number, erase: (seconds: number) => Promise<T>): Promise<T> {
  const until = performance.now() + waitSeconds * 1_000;
  for (;;) {
    const left = Math.max(0, (until - performance.now()) / 1_000);
    const erased = await erase(Math.min(left, LONGEST_WAIT_SECONDS)).catch((error: unknown) => {
      if (left > LONGEST_WAIT_SECONDS && (error as { code?: unknown }).code === 'INVALID_STATE')
        return undefined;
      throw error;
    });
    if (erased !== undefined) return erased;
  }
}

function erasedText({ tenantId, leadId, ended, erased }: EndpointData<typeof adminEraseLead>): string {
  const touched = Object.entries(erased).filter(([, count]) => count > 0);
  if (touched.length === 0) return `Tenant ${tenantId}: ${leadId} had no personal data left.`;
  return [
    `Tenant ${tenantId}: erased the personal data of ${leadId}`,
    ...ended.map((submissionId) => `  ended ${submissionId}, which was waiting`),
    ...touched.map(([collection, count]) => `  ${collection.padEnd(14)}${String(count).padStart(6)}`),
    'Ask the buyers, platforms and vendors that received the lead to erase it too.',
  ].join('\n');
}
