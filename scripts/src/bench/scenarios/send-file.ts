/** Scenario `send`: `sluice send examples/leads.csv` as a person types it, from its start to its printed counts. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Problem, projectRoot } from '@sluice/local';
import { nowMs } from '../now-ms.js';
import type { Figures } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-files.js';

/** The outcomes of the file that the README promises. */
const promised = { statuses: { delivered: 800, duplicate: 85, disqualified: 75 }, refused: 40, unsent: 0 };

/** Measures `seconds`. @throws Problem if the counts differ from the promised ones */
export async function measureSendFile(installation: SluiceUnderTest, folder: string): Promise<Figures> {
  // The command writes its rejects file next to the copy.
  const file = join(folder, 'leads.csv');
  copyFileSync(join(projectRoot, 'examples', 'leads.csv'), file);
  const startedMs = nowMs();
  const printed = await installation.sluice(
    ...['send', file, '--campaign', campaigns.file, '--key', installation.keys.neighbour, '--json'],
  );
  const seconds = (nowMs() - startedMs) / 1_000;
  const { statuses, refused, unsent } = JSON.parse(printed) as typeof promised;
  if (!isDeepStrictEqual({ statuses, refused, unsent }, promised))
    throw new Problem(`\`sluice send\` counted ${JSON.stringify({ statuses, refused, unsent })}.`);
  await installation.pending.awaitEffects(tenants.neighbour);
  return { seconds };
}
