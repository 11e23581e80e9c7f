/** `sluice doctor`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { encryptionKey, findInstallation } from '../where.js';
import { areas, type Finding } from './finding.js';

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description('what is missing or unhealthy, and how to mend it')
    .option('--json', 'answer as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { mongodbUrl, redisUrl, run } = findInstallation();
      const [{ examineMongodb }, { examineRedis }, { examineServices }] = await Promise.all([
        import('./examine-mongodb.js'),
        import('./examine-redis.js'),
        import('./examine-services.js'),
      ]);
      const found = await Promise.all([
        examineMongodb(mongodbUrl, keyAtHand()),
        examineRedis(redisUrl),
        examineServices(run),
      ]);
      const findings = areas.flatMap((area) => found.flat().filter((finding) => finding.area === area));
      answer(json, { well: findings.length === 0, findings }, ({ findings: told }) => findingsText(told));
      if (findings.length > 0) process.exitCode = 1;
    });
}

function keyAtHand(): string | undefined {
  try {
    return encryptionKey();
  } catch {
    return undefined;
  }
}

function findingsText(findings: readonly Finding[]): string {
  if (findings.length === 0) return `Everything is well: ${areas.join(', ')}.`;
  return findings.map(({ area, problem, remedy }) => `${area}: ${problem}\n  ${remedy}`).join('\n');
}
