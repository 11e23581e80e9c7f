/** Runs one step of the check, and shows its output only if it fails. */
import { spawn } from 'node:child_process';
import { projectRoot } from '@sluice/local';
import type { CheckStep } from './steps.js';

/** The exit code of a program that could not check everything, through no fault of ours (EX_TEMPFAIL). */
export const SKIPPED_EXIT_CODE = 75;

/** The result of a step. */
export interface StepResult {
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** The output of the program that failed or skipped something; empty if the step passed. */
  readonly output: string;
  readonly tookMs: number;
}

/** Runs the step's programs one after another until one fails or skips something. */
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
    // `close`, not `exit`: the last of the output may arrive after the program has exited.
    child.on('close', (exitCode) => resolve({ exitCode, output }));
  });
}
