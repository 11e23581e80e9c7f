/** `sluice doctor`. */
import type { Command } from 'commander';
import { answer } from '../output.js';
import { encryptionKey, findInstallation, hasMailServer } from '../where.js';
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
      const [mongodb, redis, services] = await Promise.all([
        examineMongodb(mongodbUrl, keyAtHand(), hasMailServer()),
        examineRedis(redisUrl),
        examineServices(run, process.env['GATEWAY_URL']),
      ]);
      const parts = [mongodb, redis, services];
      const found = parts.flatMap(({ findings }) => findings);
      const findings = areas.flatMap((area) => found.filter((finding) => finding.area === area));
      const unseen = parts.flatMap((part) => part.unseen);
      const seen = {
        ...(mongodb.seen !== undefined && { mongodb: mongodb.seen }),
        ...(redis.seen !== undefined && { redis: redis.seen }),
      };
      const report = { well: findings.length === 0 && unseen.length === 0, ...seen, findings, unseen };
      answer(json, report, () => reportText(seen, findings, unseen));
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
