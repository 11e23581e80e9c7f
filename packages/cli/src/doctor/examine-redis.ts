/** Redis and the queues in it. */
import { queues } from '@sluice/contracts';
import { inspectQueue, type QueueReport } from '@sluice/runtime';
import { Redis } from 'ioredis';
import { setTimeout as pause } from 'node:timers/promises';
import { ageText, shownUrl, type Finding } from './finding.js';

const OLD_MS = 60_000;
const FULL = 0.7;
/** What has waited for so long is looked at twice: it may be about to be taken, or nobody takes it. */
const WORTH_A_SECOND_LOOK_MS = 5_000;
const SECOND_LOOK_AFTER_MS = 2_000;

/** Looks at Redis, its promises and its queues. */
export async function examineRedis(url: string | undefined): Promise<readonly Finding[]> {
  if (url === undefined) {
    return [{ area: 'redis', problem: 'No Redis is known.', remedy: 'Set REDIS_URL, or run `npm start`.' }];
  }
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3_000,
    commandTimeout: 5_000,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const info = readInfo(await redis.info());
    const look = () => Promise.all(queues.map((queue) => inspectQueue(queue, redis)));
    const reports = await look();
    const waits = reports.some(({ oldestWaitingMs }) => oldestWaitingMs > WORTH_A_SECOND_LOOK_MS);
    if (waits) await pause(SECOND_LOOK_AFTER_MS);
    const later = waits ? await look() : reports;
    return [
      ...redisFindings(info),
      ...later.flatMap((report, index) => queueFindings(report, reports[index])),
    ];
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return [
      {
        area: 'redis',
        problem: `Redis does not answer at ${shownUrl(url)} (${because}).`,
        remedy: 'Start it, or correct REDIS_URL; until then accepted leads wait in MongoDB and none is lost.',
      },
    ];
  } finally {
    redis.disconnect();
  }
}

function readInfo(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(/\r?\n/).flatMap((line): [string, string][] => {
      const at = line.indexOf(':');
      return at > 0 ? [[line.slice(0, at), line.slice(at + 1)]] : [];
    }),
  );
}

/** What is wrong with a Redis that answers, by its `INFO`. */
export function redisFindings(info: ReadonlyMap<string, string>): Finding[] {
  const findings: Finding[] = [];
  const policy = info.get('maxmemory_policy');
  if (policy !== undefined && policy !== 'noeviction') {
    findings.push({
      area: 'redis',
      problem: `Redis drops jobs when its memory is full (maxmemory-policy ${policy}).`,
      remedy: 'Set `maxmemory-policy noeviction`.',
    });
  }
  if (info.get('aof_enabled') === '0') {
    findings.push({
      area: 'redis',
      problem:
        'Redis keeps no append-only file, so a restart empties the queues and the sweep has to fill them again.',
      remedy: 'Set `appendonly yes` and `appendfsync everysec`.',
    });
  }
  const most = Number(info.get('maxmemory') ?? 0);
  const used = Number(info.get('used_memory') ?? 0);
  if (most > 0 && used > most * FULL) {
    findings.push({
      area: 'redis',
      problem: `Redis has filled ${Math.round((100 * used) / most)} % of its memory.`,
      remedy:
        'Raise `maxmemory`, or find out which queue grows: full, it takes no jobs and workers stand still.',
    });
  }
  return findings;
}

/** What is wrong with a queue, also by what was seen of it a moment `earlier`. */
export function queueFindings(
  { name, workers, waiting, oldestWaitingMs, failed, paused }: QueueReport,
  earlier?: QueueReport,
): Finding[] {
  const findings: Finding[] = [];
  const add = (problem: string, remedy: string): unknown =>
    findings.push({ area: 'queues', problem, remedy });
  if (paused) add(`Queue ${name} is paused.`, 'Resume it on the queue board of the console.');
  if (workers === 0) add(`Queue ${name} has no worker.`, `Start the ${name} service.`);
  else if (waiting > 0 && (oldestWaitingMs > OLD_MS || isGrowing(oldestWaitingMs, earlier))) {
    const growing = isGrowing(oldestWaitingMs, earlier) ? ' and that grows' : '';
    add(
      `Queue ${name} is behind: ${waiting} jobs wait, the oldest for ${ageText(oldestWaitingMs)}${growing}.`,
      `Add processes of the ${name} service (WORKERS_${name.toUpperCase()} under \`npm start\`), or see its log.`,
    );
  }
  if (failed > 0) {
    add(
      `Queue ${name} holds ${failed} failed ${failed === 1 ? 'job' : 'jobs'}.`,
      'Read why on the queue board of the console; the sweep tries what is still due again by itself.',
    );
  }
  return findings;
}

// Where work is taken, the oldest is another one after a while.
function isGrowing(oldestWaitingMs: number, earlier: QueueReport | undefined): boolean {
  if (!earlier || earlier.oldestWaitingMs < WORTH_A_SECOND_LOOK_MS) return false;
  return oldestWaitingMs > earlier.oldestWaitingMs;
}
