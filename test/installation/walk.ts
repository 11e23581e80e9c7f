/** The commands of a page as a reader types them, on an installation: what a page shows is what runs. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { eventually } from '@sluice/testing';
import type { Installation } from './installation.js';

const run = promisify(execFile);

export interface WalkOptions {
  /** Only the commands below this heading; default all of the page. */
  readonly section?: string;
  /** Called before each command but the first, e.g. to wait for what it is to show. */
  readonly before?: (printed: readonly string[]) => Promise<unknown>;
}

/**
 * Runs the shell commands of a page below the project's root, in order, and resolves with what each printed. `slk_…`
 * stands for the key that the page makes, else for the installation's, `lead_…` and `file_…` for the last that were
 * printed. `npm start` is what already runs. A command that fails rejects.
 */
export async function walk(
  installation: Installation,
  page: string,
  { section, before = () => Promise.resolve() }: WalkOptions = {},
): Promise<readonly string[]> {
  const printed: string[] = [];
  for (const command of commandsOf(page, section)) {
    await untilEnded(installation, lastOf(printed, LEAD));
    if (printed.length > 0) await before(printed);
    const filled = withIds(onInstallation(command, installation), printed, installation.apiKey);
    const [, args] = /^npm run -s sluice -- (.*)$/.exec(filled) ?? [];
    printed.push(
      args === undefined ? (await run('sh', ['-c', filled])).stdout : await sluice(installation, args),
    );
  }
  return printed;
}

function commandsOf(page: string, section: string | undefined): readonly string[] {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  const [, part = ''] = section === undefined ? ['', text] : text.split(`\n## ${section}\n`);
  const [own = ''] = section === undefined ? [part] : part.split('\n## ');
  const blocks = [...own.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block);
  const lines = blocks.join('').replaceAll('\\\n', '').trim().split('\n');
  const commands = lines.map((line) => line.replace(/ {2,}# .*/, '')).filter((line) => line !== 'npm start');
  if (commands.join('') === '') throw new Error(`${page} has no commands ${section ?? ''}`);
  return commands;
}

function onInstallation(command: string, { url, sink }: Installation): string {
  // The year stands for one that the leads are in, in any zone.
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return command
    .replaceAll('http://127.0.0.1:3000', url)
    .replaceAll('http://127.0.0.1:4800', sink.url)
    .replaceAll(/\d{4}-01-01/g, day(-1))
    .replaceAll(/\d{4}-12-31/g, day(1));
}

function withIds(command: string, printed: readonly string[], apiKey: string): string {
  return command
    .replaceAll('slk_…', /slk_\w+/.exec(printed.join('\n'))?.[0] ?? apiKey)
    .replaceAll(/lead_(?:01)?…/g, lastOf(printed, LEAD) ?? '')
    .replaceAll(/file_(?:01)?…/g, lastOf(printed, /file_[0-9A-Z]{26}/g) ?? '');
}

const LEAD = /lead_[0-9A-Z]{26}/g;
const lastOf = (printed: readonly string[], pattern: RegExp) => printed.join('\n').match(pattern)?.at(-1);

interface Leads {
  readonly leads: readonly { readonly status: string }[];
}

/** A reader needs longer for the next command than a lead for its way. */
async function untilEnded({ url, apiKey }: Installation, leadId: string | undefined): Promise<void> {
  if (leadId === undefined) return;
  const underWay = new Set(['new', 'pending', 'processing', 'qualified']);
  await eventually(
    `lead ${leadId} has ended`,
    async () => {
      const found = await fetch(`${url}/api/v1/leads?search=${leadId}`, { headers: { 'X-API-Key': apiKey } });
      const { data } = (await found.json()) as { readonly data: Leads };
      return data.leads.some(({ status }) => !underWay.has(status));
    },
    60_000,
  );
}

/** What a `sluice` command prints; rejects if it does not succeed. */
export async function sluice(installation: Installation, args: string): Promise<string> {
  const { code, output, errors } = await installation.sluice(args.split(' '), {
    PUBLIC_URL: installation.url,
    SINK_URL: installation.sink.url,
  });
  if (code !== 0 || errors !== '') throw new Error(`sluice ${args} ended with ${code}: ${errors}`);
  return output;
}
