/** A chaos run from start to verdict: a rig, load, faults, a time to settle, and the checker. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerLine } from '@sluice/sink';
import { openActionLog, type ActionLog } from './action-log.js';
import { check, type Verdict } from './checker/check.js';
import { openDatabase, type DatabaseReader } from './checker/database.js';
import type { Violation } from './checker/evidence.js';
import type { ChaosEnvironment } from './config.js';
import type { Rig } from './faults/fault.js';
import { playFaults } from './faults/play.js';
import type { ClientLine } from './ledgers/client-line.js';
import { readLedger } from './ledgers/read-ledger.js';
import { readReports } from './ledgers/read-reports.js';
import type { ChaosOptions } from './options.js';
import { seededRandom } from './random.js';
import { measureRecovery } from './recovery/measure.js';
import type { Report } from './report.js';
import { until } from './rig/until.js';
import { startRig, type RunningRig } from './rig/start-rig.js';
import { DEAD_CAMPAIGN } from './rig/tenants.js';
import { warmUp } from './rig/warm-up.js';

/** How long affiliates repeat requests after the last fault. */
const ASKED_ON_FOR_MS = 25_000;
const LOOK_AGAIN_MS = 2_000;
const HEALED_WITHIN_MS = 60_000;
/** Work is stalled if nothing ended for this long. */
const STALLED_AFTER_MS = 12_000;
/** The time to settle, multiplied by this, is the absolute limit. */
const PATIENCE = 4;
/** A violation counts if it is seen this often at the end. */
const LOOKS = 3;

/** Runs and checks; `print` receives every action as it happens. */
export async function runChaos(
  options: ChaosOptions,
  environment: ChaosEnvironment,
  print: (line: string) => void,
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-chaos-'));
  const log = openActionLog(join(folder, 'actions.ndjson'), print);
  log.note(`seed ${options.seed}`);
  const running = await startRig(folder, options, environment, log);
  const database = openDatabase(
    running.rig.databaseUrl,
    running.rig.tenants.map(({ tenantId }) => tenantId),
  );
  let keep = options.keep;
  try {
    const { rig } = running;
    await warmUp(rig, database);
    const recovery = options.recovery ? await measureRecovery(running, database) : undefined;
    log.note(`load begins on MongoDB (${rig.mongo.label})`);
    beginLoad(rig, options);
    const played = await playFaults(rig, {
      minutes: options.minutes,
      only: options.only,
      chance: seededRandom(options.seed),
    });
    await heal(running);
    log.note('the last fault is over');
    const settlingSince = performance.now();
    const verdict = await settle(running, database, options, log);
    const settledAfterSeconds = (performance.now() - settlingSince) / 1000;
    keep ||= verdict.violations.length > 0;
    return {
      seed: options.seed,
      minutes: options.minutes,
      ...(options.broken !== undefined && { broken: options.broken }),
      settledAfterSeconds,
      played,
      unaskedEnds: rig.fleet.unaskedEnds(),
      ...(recovery && { recovery }),
      ...verdict,
      ...(keep && { folder }),
    };
  } finally {
    await database.close();
    await running.stop();
    log.close();
    if (!keep) rmSync(folder, { recursive: true, force: true });
  }
}

function beginLoad({ affiliates, tenants }: Rig, { leadsPerSecond }: ChaosOptions): void {
  for (const { tenantId, campaigns } of tenants) {
    affiliates.order(tenantId, {
      order: 'steady',
      perSecond: leadsPerSecond / tenants.length,
      campaigns: campaigns.map(({ campaignId, weight }) => ({ campaignId, weight })),
    });
  }
}

// Every fault ends itself; this repairs what a fault that failed halfway may have left.
async function heal(running: RunningRig): Promise<void> {
  const { fleet, redis, buyers, tenants } = running.rig;
  running.resumeFrozen();
  if (
    !(await until(
      () =>
        redis.boundMemory(undefined).then(
          () => true,
          () => false,
        ),
      HEALED_WITHIN_MS,
    ))
  )
    throw new Error('Redis no longer answers');
  await buyers.behave();
  for (const { redis: link, mongodb } of fleet.members)
    for (const each of [link, mongodb]) each.become('open');
  const dead = tenants.flatMap(({ campaigns }) => campaigns).filter(({ buyer }) => buyer === 'dead');
  for (const { path } of dead) await buyers.script({ path, mode: 'reset' });
}

/**
 * Waits until no invariant is violated, at most for the time to settle. Work planned for the first half of that time is
 * awaited too: it must end, not only be planned.
 */
async function settle(
  running: RunningRig,
  database: DatabaseReader,
  { settleSeconds }: ChaosOptions,
  log: ActionLog,
): Promise<Verdict> {
  const deadline = settlingDeadline(settleSeconds * 1000);
  const followedUntil = Date.now() + (settleSeconds * 1000) / 2;
  await running.rig.affiliates.finish(ASKED_ON_FOR_MS);
  log.note('the affiliates have stopped repeating requests');
  for (;;) {
    const over = deadline.isOver(await database.finished());
    const horizon = new Date(Math.max(followedUntil, Date.now()));
    if (over || (await database.dueUntil(horizon, [DEAD_CAMPAIGN])) === 0) {
      const verdict = await judge(running, database);
      if (verdict.violations.length === 0) return verdict;
      if (over) return lasting(verdict, running, database);
    }
    await pause(LOOK_AGAIN_MS);
  }
}

/** The time to settle: `ms`, and on a busy machine longer for as long as work gets done. */
function settlingDeadline(ms: number): { isOver(finished: number): boolean } {
  const begunAt = performance.now();
  let most = 0;
  let moreAt = begunAt;
  return {
    isOver(finished) {
      const now = performance.now();
      if (finished > most) [most, moreAt] = [finished, now];
      const stalled = now - moreAt >= STALLED_AFTER_MS;
      return now - begunAt >= (stalled ? ms : ms * PATIENCE);
    },
  };
}

// Leads between two attempts change while the database is read, so only violations found every time count.
async function lasting(first: Verdict, running: RunningRig, database: DatabaseReader): Promise<Verdict> {
  let verdict = first;
  for (let look = 1; look < LOOKS && verdict.violations.length > 0; look += 1) {
    await pause(LOOK_AGAIN_MS);
    const next = await judge(running, database);
    const before = new Set(verdict.violations.map(nameOf));
    verdict = { ...next, violations: next.violations.filter((violation) => before.has(nameOf(violation))) };
  }
  return verdict;
}

function nameOf({ invariant, subject, what }: Violation): string {
  return `${invariant} ${subject} ${what}`;
}

async function judge(running: RunningRig, database: DatabaseReader): Promise<Verdict> {
  const { rig, buyerLedger, clientLedgers } = running;
  return check({
    campaigns: rig.tenants.flatMap(({ campaigns }) => campaigns),
    limits: rig.limits.changes,
    reports: await readReports(rig.fleet.gatewayUrl, rig.fleet.apiKeys),
    database: await database.read(),
    client: clientLedgers.flatMap((file) => readLedger<ClientLine>(file)),
    buyer: readLedger<LedgerLine>(buyerLedger),
  });
}
