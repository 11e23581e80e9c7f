/** A chaos run from start to verdict: a rig, load, faults, a time to settle, and the checker. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { LedgerLine } from '@sluice/sink';
import { check, type Verdict, type Violation } from './checker/check.js';
import { lookAt, readDatabase } from './checker/database.js';
import type { Evidence } from './checker/evidence.js';
import { playFaults } from './faults/play.js';
import type { ChaosOptions } from './options.js';
import { seededRandom } from './random.js';
import { startRig, type Rig } from './rig/rig.js';
import { readCampaigns, tenants } from './rig/tenants.js';

/** The campaigns of the steady load, beside GOOD, which gets as many leads as they do. */
const others = ['SLOW', 'FLAKY', 'THROT', 'HANG', 'RESET', 'ODD', 'GROUP', 'GROUP', 'DUP', 'QUEUE', 'DEAD'];
const steadyLoad = others.flatMap((campaignId) => [campaignId, 'GOOD']);

/** How long affiliates repeat requests after the last fault. */
const ASKED_ON_FOR_MS = 25_000;
/** Services are slow at their first leads: a short run would meet hardly any work in progress. */
const WARM_UP_MS = 3_000;
const LOOK_AGAIN_MS = 2_000;

/** Runs and checks; `note` receives every action as it happens. */
export async function runChaos(options: ChaosOptions, note: (action: string) => void) {
  const { seed, minutes, rate } = options;
  const folder = mkdtempSync(join(tmpdir(), 'sluice-chaos-'));
  note(`seed ${seed}`);
  const chance = seededRandom(String(seed));
  const rig = await startRig(folder, options, chance, note);
  try {
    await Promise.all(rig.affiliates.map((each) => each.burst({ campaignId: 'GOOD', count: 6 })));
    await pause(WARM_UP_MS);
    note('load begins');
    for (const each of rig.affiliates) void each.steady(rate / tenants.length, steadyLoad);
    const played = await playFaults(rig, chance, options);
    rig.heal();
    note('the last fault is over');
    const { evidence, ...verdict } = await settle(rig, options);
    const isWrong = verdict.violations.length > 0;
    if (isWrong) writeFileSync(join(folder, 'evidence.json'), JSON.stringify(evidence));
    else process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
    return { seed, minutes, played, ...verdict, folder: isWrong ? folder : undefined };
  } finally {
    await rig.stop();
  }
}

type Judged = Verdict & { readonly evidence: Evidence };

/**
 * Waits until no invariant is violated, or their number has not fallen for the time to settle. Then of what is wrong only
 * that counts which was wrong all that time: leads change between two attempts while they are read. Whatever is planned
 * for the first half of the time to settle has to be done.
 */
async function settle(rig: Rig, { settle: settleSeconds }: ChaosOptions): Promise<Judged> {
  await Promise.all(rig.affiliates.map((each) => each.finish(ASKED_ON_FOR_MS)));
  rig.note('the affiliates have stopped repeating requests');
  // Without what is wrong with it: a wrong count differs with each lead that is placed.
  const nameOf = ({ invariant, subject }: Violation) => `${invariant} ${subject}`;
  const doneBy = new Date(Date.now() + settleSeconds * 500);
  let [least, leastAt, lasting] = [Infinity, 0, new Set<string>()];
  for (;;) {
    const lookedAt = performance.now();
    const judged = await judge(rig, doneBy);
    const { violations } = judged;
    const names = violations.map(nameOf);
    if (names.length < least) [least, leastAt, lasting] = [names.length, lookedAt, new Set(names)];
    else lasting = new Set(names.filter((name) => lasting.has(name)));
    if (least === 0) return judged;
    const lasted = violations.filter((each) => lasting.has(nameOf(each)));
    if (lookedAt - leastAt > settleSeconds * 1000)
      return { ...judged, violations: lasted.length > 0 ? lasted : violations };
    // A look takes time that the work needs too.
    await pause(Math.max(LOOK_AGAIN_MS, 4 * (performance.now() - lookedAt)));
  }
}

async function judge({ databaseUrl, buyerLedger, affiliates }: Rig, doneBy: Date): Promise<Judged> {
  const reports = affiliates.flatMap((each) => [each.report('received'), each.report('occurred')]);
  const evidence: Evidence = {
    campaigns: readCampaigns(),
    reports: await Promise.all(reports),
    database: await lookAt(databaseUrl, (db) => readDatabase(db, doneBy)),
    // Last, because buyers know of a lead before the database does.
    buyer: readFileSync(buyerLedger, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LedgerLine),
    asked: affiliates.flatMap(({ asked }) => asked),
    told: affiliates.flatMap(({ told }) => told),
  };
  return { ...check(evidence), evidence };
}
