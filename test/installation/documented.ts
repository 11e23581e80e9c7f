/** The commands of a page, run as they are written. */
import { projectRoot } from '@sluice/local';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Installation } from './installation.js';

const run = promisify(execFile);

/**
 * Runs the first block of shell commands below a heading of a page, against an installation. Returns what each command
 * printed. `slk_…` is the first key that one of them printed, and `lead_…` the last lead.
 */
export async function runDocumented(
  installation: Installation,
  page: string,
  heading: string,
): Promise<string[]> {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  const [, section = ''] = text.split(`\n${heading}\n`);
  const [, block = ''] = /```sh\n(.*?)```/s.exec(section) ?? [];
  // The year stands for one that the leads are in, in any zone.
  const today = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const here = block
    .replaceAll('\\\n', '')
    .replaceAll('http://127.0.0.1:3000', installation.url)
    .replaceAll('http://127.0.0.1:4800', installation.sink.url)
    .replaceAll(/\d{4}-01-01/g, today(-1))
    .replaceAll(/\d{4}-12-31/g, today(1));
  const printed: string[] = [];
  for (const line of here.trim().split('\n')) {
    const all = printed.join('\n');
    const [key = ''] = /slk_\w+/.exec(all) ?? [];
    const command = line
      .replace(/ {2,}# .*/, '')
      .replaceAll('slk_…', key)
      .replaceAll('lead_…', all.match(/lead_\w+/g)?.at(-1) ?? '');
    const [, args] = /^npm run -s sluice -- (.*)$/.exec(command) ?? [];
    printed.push(
      args === undefined ? (await run('sh', ['-c', command])).stdout : await sluice(installation, args),
    );
  }
  return printed;
}

/** What a `sluice` command prints, which must succeed. */
export async function sluice(installation: Installation, args: string): Promise<string> {
  const { code, output, errors } = await installation.sluice(args.split(' '), {
    PUBLIC_URL: installation.url,
  });
  expect([code, errors]).toEqual([0, '']);
  return output;
}
