/** Runs of chaos on a broken build, of which the checker has to complain. */
import { runChaos } from './chaos-run.js';

/** Repeats a short run under these seeds until the checker complains so. */
export async function expectComplaint(wanted: RegExp, run: readonly string[], seeds: readonly number[]) {
  const others = new Set<string>();
  for (const seed of seeds) {
    const { report } = await runChaos(...run, '--minutes', '0.05', '--seed', String(seed));
    const complaints = report.violations.map(({ invariant, what }) => `${invariant} ${what}`);
    if (complaints.some((complaint) => wanted.test(complaint))) return;
    for (const complaint of complaints) others.add(complaint);
  }
  throw new Error(`no run complained of ${String(wanted)}, only of: ${[...others].join('; ') || 'nothing'}`);
}
