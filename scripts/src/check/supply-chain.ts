/**
 * Part of `npm run check`: the third-party packages that we ship. The lockfile must match every package, and nothing in
 * it may have a known severe vulnerability. If the registry answers no audits, that part is reported as skipped.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@sluice/local';
import { auditVerdict } from './audit-verdict.js';
import { lockfileProblems, type Lockfile, type Wants } from './lockfile-problems.js';
import { SKIPPED_EXIT_CODE } from './run-step.js';

const AUDIT_WITHIN_MS = 60_000;
const LARGEST_REPORT_BYTES = 64 * 1024 * 1024;

// It has a lockfile of its own, because it is installed for the documentation only.
const DOCUMENTATION = 'docs/.vitepress';

const problems = [
  ...lockfileProblems(manifests(), lockfile('')),
  ...lockfileProblems({ '': manifest(DOCUMENTATION) }, lockfile(DOCUMENTATION)).map(
    (problem) => `${DOCUMENTATION}: ${problem}`,
  ),
];
const verdict = auditVerdict(audit());
if (verdict.kind === 'holes') problems.push(...verdict.reported);
if (verdict.kind === 'unanswered') {
  console.log(`npm audit --omit=dev: skipped, the registry does not answer it (${verdict.because})`);
  process.exitCode = SKIPPED_EXIT_CODE;
}
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function manifests(): Record<string, Wants> {
  const within = (folder: string) =>
    readdirSync(join(projectRoot, folder))
      .map((name) => `${folder}/${name}`)
      .filter((path) => existsSync(join(projectRoot, path, 'package.json')));
  const folders = ['', 'scripts', ...['packages', 'services', 'scripts'].flatMap(within)];
  return Object.fromEntries(folders.map((folder) => [folder, manifest(folder)]));
}

function manifest(folder: string): Wants {
  return read(join(folder, 'package.json')) as Wants;
}

function lockfile(folder: string): Lockfile {
  return read(join(folder, 'package-lock.json')) as Lockfile;
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
}

function audit(): string {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
    cwd: projectRoot,
    encoding: 'utf8',
    timeout: AUDIT_WITHIN_MS,
    maxBuffer: LARGEST_REPORT_BYTES,
  });
  return stdout ?? '';
}
