/** Runs one step of the check and keeps its output to itself unless it fails. */
import { spawn } from 'node:child_process';
import { projectRoot } from '@sluice/local';
import type { CheckStep } from './steps.js';

/** A program ends with this when it could not look at everything, through no fault of ours (EX_TEMPFAIL). */
export const SKIPPED_EXIT_CODE = 75;

/** How a step went. */
export interface StepResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Everything that the program printed which failed or skipped something; empty when the step passed. */
  readonly output: string;
  readonly tookMs: number;
}

/** Runs the step's programs one after the other until one fails or skips something. */
export async function runStep({ commands }: CheckStep): Promise<StepResult> {
  const startedMs = performance.now();
  for (const command of commands) {
    const { exitCode, output } = await runNode(command);
    if (exitCode === 0) continue;
    const outcome = exitCode === SKIPPED_EXIT_CODE ? 'skipped' : 'failed';
    return { outcome, output, tookMs: performance.now() - startedMs };
  }
  return { outcome: 'passed', output: '', tookMs: performance.now() - startedMs };
}

function runNode(args: readonly string[]): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (text: Buffer): void => {
      output += text.toString();
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    // `close`, not `exit`: the last of the output may arrive after the program has ended.
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
