/** Suppression lists: how fast a file is imported, what that holds, and what looking a lead up costs. */
import { createWriteStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '@sluice/local';
import { sum } from 'simple-statistics';
import type { Bench, Figures } from '../contestant.js';
import { tenants } from '../sluice/campaigns.js';
import type { Installation } from '../sluice/installation.js';
import { runBurst } from './burst.js';
import { usageOf } from './processes.js';

const SHORT = 1_000;
const LOOK_EVERY_MS = 200;
/** The tenant that has no lists in other scenarios either once this one is over. */
const [, tenantId] = tenants;
type Asked = 'none' | 'short' | 'long';

/**
 * Scenario `lists`: how many entries a second a file of `entries` phone numbers is `imported` with, from the start of the
 * command to its end; the most megabytes the command has resident, `residentMb`, and its processor time an entry with that
 * of MongoDB, `entryUs`; and how many times the processor time of a lead without lists one takes that is looked up in a
 * list of 1,000 (`shortTimes`) or in that of `entries` (`longTimes`).
 */
export async function measureLists(
  { contestant, sluice }: Installation,
  bench: Bench,
  entries: number,
): Promise<Figures> {
  const run = async (args: readonly string[], watch?: Watch) => {
    const { code, output, errors } = await sluice(args, watch?.begun);
    if (code !== 0) throw new Problem(`sluice ${args.join(' ')} failed: ${output}${errors}`);
  };
  const ask = (asked: Asked) => {
    const file = join(bench.folder, 'lists.yaml');
    const list = (listId: Asked) =>
      `  - { listId: ${listId}, name: ${listId}, kind: phone, scope: tenant, active: ${listId === asked} }\n`;
    writeFileSync(file, `tenantId: ${tenantId}\nsuppressionLists:\n${list('short')}${list('long')}`);
    return run(['apply', file]);
  };
  const importing = async (listId: Asked, count: number, watch?: Watch) => {
    const file = join(bench.folder, `${listId}.txt`);
    await pipeline(Readable.from(numbers(count)), createWriteStream(file));
    const startedMs = performance.now();
    await run(['suppression', 'import', listId, file, '--tenant', tenantId], watch);
    return performance.now() - startedMs;
  };

  await ask('none');
  await importing('short', SHORT);
  const mongodb = () => usageOf({ mongodb: contestant().pids()['mongodb'] ?? [] });
  const before = await mongodb();
  const watch = watched();
  const ms = await importing('long', entries, watch);
  const { cpuUs, residentMb } = await watch.over();
  const storeUs = ((await mongodb())['mongodb']?.cpuUs ?? 0) - (before['mongodb']?.cpuUs ?? 0);

  const costs: Record<Asked, number[]> = { none: [], short: [], long: [] };
  // A machine that becomes slower or faster meanwhile is so for all.
  for (const asked of ['none', 'short', 'long', 'long', 'short', 'none'] as const) {
    await ask(asked);
    costs[asked].push((await runBurst(contestant(undefined, 1), bench))['cpuUs.total'] ?? 0);
  }
  return {
    imported: entries / (ms / 1_000),
    residentMb,
    entryUs: (cpuUs + storeUs) / entries,
    shortTimes: sum(costs.short) / sum(costs.none),
    longTimes: sum(costs.long) / sum(costs.none),
  };
}

/** Phone numbers that no lead of the bench has, a part of a file at a time. */
function* numbers(count: number): Generator<string> {
  const [areas, inArea, together] = [[212, 213], 8_000_000, 1_000];
  for (let from = 0; from < count; from += together) {
    const some = Array.from({ length: Math.min(together, count - from) }, (_, n) => from + n);
    yield some.map((n) => `+1${areas[Math.floor(n / inArea)]}${2_000_000 + (n % inArea)}\n`).join('');
  }
}

type Watch = ReturnType<typeof watched>;

/** Looks at a process until it has ended. */
function watched() {
  let [cpuUs, residentMb] = [0, 0];
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = async (pid: number) => {
    const { command } = await usageOf({ command: [pid] }).catch(() => ({ command: undefined }));
    cpuUs = Math.max(cpuUs, command?.cpuUs ?? 0);
    residentMb = Math.max(residentMb, command?.residentMb ?? 0);
  };
  return {
    begun: ({ pid = 0 }: { readonly pid?: number | undefined }) => {
      timer = setInterval(() => void (looking = look(pid)), LOOK_EVERY_MS);
    },
    over: async () => {
      clearInterval(timer);
      await looking;
      return { cpuUs, residentMb };
    },
  };
}
