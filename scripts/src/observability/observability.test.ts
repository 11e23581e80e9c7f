import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { findingTable } from '@sluice/reports';
import { checkFindings, checkObservability, unknownMetrics } from './check-observability.js';
import { obtainPromtool } from './obtain-promtool.js';

const run = promisify(execFile);

describe('the monitoring of Sluice', () => {
  it('names served metrics only, is rendered from their declarations, and has a page and a test for every alert', async () => {
    expect(await checkObservability(projectRoot)).toEqual([]);
  });

  it('is refused with a metric that no service serves, a finding without an explanation, or an alert without a test', () => {
    const runbook = new Map<string, string>();
    for (const { runbook: section } of findingTable) {
      const [page = '', anchor] = section.split('#');
      runbook.set(page, `${runbook.get(page) ?? ''}\n### ${anchor}\n`);
    }
    const tests = findingTable.map(({ alert }) => `'${alert?.name}: fires'`).join('\n');
    expect(checkFindings(findingTable, runbook, tests)).toEqual([]);
    const misspelt = findingTable.map((finding) => ({
      ...finding,
      metric: finding.metric?.replace('sluice_queue_paused', 'sluice_queue_pause'),
    }));
    expect(checkFindings(misspelt, runbook, tests)).toEqual([
      'The finding queue_paused names sluice_queue_pause, which no process serves.',
    ]);
    expect(checkFindings(findingTable, new Map(), '').slice(0, 2)).toEqual([
      'docs/run/runbook has no section stores.md#sluicestoreaway for the finding store_away.',
      'observability/rules.test.yaml does not test SluiceStoreAway.',
    ]);
    expect(
      unknownMetrics('a panel', 'sum(rate(sluice_stage_seconds_count[5m])) / sluice_stage_second'),
    ).toEqual(['a panel names sluice_stage_second, which no process serves.']);
  });
});

it('every alert fires for its condition, and not for similar ones', async () => {
  const promtool = await obtainPromtool((line) => void process.stderr.write(`${line}\n`));
  if (promtool.kind === 'missing') {
    // Only if it is neither installed nor installable.
    process.stderr.write(`The arithmetic of the alerts is NOT tested: ${promtool.because}\n`);
    return;
  }
  const folder = join(projectRoot, 'observability');
  for (const args of [
    ['check', 'rules', 'rules.yaml'],
    ['test', 'rules', 'rules.test.yaml'],
  ]) {
    const { stdout } = await run(promtool.path, args, { cwd: folder });
    expect(stdout).toContain('SUCCESS');
  }
}, 300_000);
