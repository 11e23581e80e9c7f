/** `sluice doctor`. */
import { Problem } from '@sluice/local';
import type { SealingKey } from '@sluice/store';
import type { Command } from 'commander';
import { answer } from '../output.js';
import { encryptionKeyOrNone, findInstallation, hasMailServer } from '../where.js';
import { areas, type Examination, type Finding } from './finding.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('find what is missing or unhealthy, and how to fix it')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { mongodbUrl, redisUrl, run } = findInstallation();
      const [{ examineMongodb }, { examineRedis }, { examineServices }] = await Promise.all([
        import('./examine-mongodb.js'),
        import('./examine-redis.js'),
        import('./examine-services.js'),
      ]);
      const { keys, findings: ofKey } = await readKey();
      const [mongodb, redis, services] = await Promise.all([
        examineMongodb(mongodbUrl, keys, hasMailServer()),
        examineRedis(redisUrl),
        examineServices(run, process.env['GATEWAY_URL']),
      ]);
      const parts = [mongodb, redis, services];
      const found = [...ofKey, ...parts.flatMap(({ findings }) => findings)];
      const findings = areas.flatMap((area) => found.filter((finding) => finding.area === area));
      const unseen = parts.flatMap((part) => part.unseen);
      const seen = {
        mongodb: mongodb.seen,
        redis: redis.seen,
      };
      const report = { well: findings.length === 0 && unseen.length === 0, ...seen, findings, unseen };
      answer(json, report, () => reportText(seen, findings, unseen));
      if (findings.length > 0) process.exitCode = 1;
    });
}

// No service starts with a key that cannot be read, and a person may have set it for this command alone.
async function readKey(): Promise<{ keys?: readonly SealingKey[]; findings: readonly Finding[] }> {
  const { encryptionKeysIn } = await import('../encryption-keys.js');
  const text = encryptionKeyOrNone();
  try {
    return text === undefined ? { findings: [] } : { keys: encryptionKeysIn(text), findings: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const remedy =
      "Set it to the services' key: 32 bytes in base64, followed by earlier keys, separated by commas.";
    return { findings: [{ area: 'configuration', problem: error.message, remedy }] };
  }
}

function reportText(
  { mongodb, redis }: { readonly mongodb?: string; readonly redis?: string },
  findings: readonly Finding[],
  unseen: Examination['unseen'],
): string {
  return [
    ...(mongodb === undefined ? [] : [`MongoDB is ${mongodb}.`]),
    ...(redis === undefined ? [] : [`Redis is ${redis}.`]),
    ...findings.map(({ area, problem, remedy }) => `${area}: ${problem}\n  ${remedy}`),
    ...unseen.map((sentence) => `not checked: ${sentence}`),
    ...(findings.length > 0 ? [] : [wellText(unseen)]),
  ].join('\n');
}

function wellText(unseen: Examination['unseen']): string {
  return unseen.length === 0
    ? `Everything is healthy: ${areas.join(', ')}.`
    : 'Everything that was checked is healthy.';
}
