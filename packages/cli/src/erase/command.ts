/** `sluice erase --tenant T LEAD_ID`. */
import { adminEraseLead, type EndpointData } from '@sluice/contracts';
import type { Command } from 'commander';
import { addOperation } from '../admin/operation-command.js';

const LONGEST_WAIT_SECONDS = 45;

export function addErase(program: Command): void {
  addOperation(program, 'erase', adminEraseLead, {
    queues: true,
    options: { waitSeconds: 'wait' },
    defaults: { waitSeconds: '30' },
    calls: (erase, { waitSeconds }) =>
      eraseWithin(Number(waitSeconds), (part) => erase({ waitSeconds: part })),
    text: erasedText,
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
