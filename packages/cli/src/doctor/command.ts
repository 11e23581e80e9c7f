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
      const [mongodb, redis, services] = await Promise.all([
        examineMongodb(mongodbUrl, keyAtHand()),
        examineRedis(redisUrl),
        examineServices(run),
      ]);
      const found = [...mongodb, ...redis.findings, ...services];
      const findings = areas.flatMap((area) => found.filter((finding) => finding.area === area));
      const report = { well: findings.length === 0, ...(redis.seen && { redis: redis.seen }), findings };
      answer(json, report, () => reportText(redis.seen, findings));
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

function reportText(redis: string | undefined, findings: readonly Finding[]): string {
  const seen = redis === undefined ? [] : [`Redis is ${redis}.`];
  return [...seen, findingsText(findings)].join('\n');
}

function findingsText(findings: readonly Finding[]): string {
  if (findings.length === 0) return `Everything is well: ${areas.join(', ')}.`;
  return findings.map(({ area, problem, remedy }) => `${area}: ${problem}\n  ${remedy}`).join('\n');
}
