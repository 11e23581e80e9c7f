/** Scenario `send`: `sluice send examples/leads.csv` as a person types it, from its start to the counts it prints. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { Problem, projectRoot } from '@sluice/local';
import { nowMs } from '../now-ms.js';
import type { Figures } from '../scenario.js';
import type { SluiceUnderTest } from '../sluice/start-installation.js';
import { campaigns, tenants } from '../sluice/tenant-files.js';

/** What becomes of the file, as the README promises it. */
const promised = { statuses: { delivered: 800, duplicate: 85, disqualified: 75 }, refused: 40, unsent: 0 };

/** Measures `seconds`. @throws Problem when the counts are not the promised ones */
export async function measureSendFile(installation: SluiceUnderTest, folder: string): Promise<Figures> {
  // The rejects file is written beside it.
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
