/** Runs one step of the check and keeps its output to itself unless it fails. */
import { spawn } from 'node:child_process';
import { projectRoot } from '../project/root.js';
import type { CheckStep } from './steps.js';

/** How a step went. */
export interface StepResult {
  readonly passed: boolean;
  /** Everything that the failing program printed; empty when the step passed. */
  readonly output: string;
  readonly tookMs: number;
}

/** Runs the step's programs one after the other until one fails. */
export async function runStep({ commands }: CheckStep): Promise<StepResult> {
  const startedMs = performance.now();
  for (const command of commands) {
    const { exitCode, output } = await runNode(command);
    if (exitCode !== 0) return { passed: false, output, tookMs: performance.now() - startedMs };
  }
  return { passed: true, output: '', tookMs: performance.now() - startedMs };
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
