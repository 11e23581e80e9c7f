import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { checkObservability, checkRules, unknownMetrics } from './check-observability.js';
import { obtainPromtool } from './obtain-promtool.js';
import { readRules } from './rendered-files.js';

const run = promisify(execFile);

describe('the monitoring of Sluice', () => {
  it('names served metrics only, is rendered from their declarations, and has a page and a test for every alert', async () => {
    expect(await checkObservability(projectRoot)).toEqual([]);
  });

  it('is refused with a metric that no service serves, or an alert without an explanation or a test', async () => {
    const rules = await readRules(projectRoot);
    const misspelt = JSON.parse(
      JSON.stringify(rules).replaceAll('sluice_queue_paused', 'sluice_queue_pause'),
    ) as typeof rules;
    const pages = rules.groups.flatMap((group) => group.rules.map(({ alert }) => alert));
    const runbook = `\n${pages.map((alert) => `### ${alert}\n`).join('\n')}`;
    const tests = pages.map((alert) => `'${alert}: fires'`).join('\n');
    expect(checkRules(rules, runbook, tests)).toEqual([]);
    expect(checkRules(misspelt, runbook, tests)).toContain(
      'observability/rules.yaml SluiceQueuePaused names sluice_queue_pause, which no process serves.',
    );
    expect(checkRules(rules, '', '').slice(0, 2)).toEqual([
      'docs/runbook.md has no section for SluiceNoProgress.',
      'observability/rules.test.yaml does not test SluiceNoProgress.',
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
