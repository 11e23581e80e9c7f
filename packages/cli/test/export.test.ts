import { exportKinds, type ExportLine, type ExportRange } from '@sluice/contracts';
import { duringTests } from '@sluice/testing';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeExport } from '../src/export/write-export.js';
import { endedLead } from './ended-leads.js';
import { openDemoCommand } from './command.js';

const world = duringTests(openDemoCommand);
beforeAll(async () => {
  for (const n of ['a', 'b', 'c'])
    await endedLead(world.stores, n, { status: 'failed', data: { email: `${n}@x.example` } });
});

const parsed = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine & Record<string, unknown>);

async function linesOf(range: ExportRange): Promise<ExportLine[]> {
  const lines: ExportLine[] = [];
  for await (const line of world.core.reports.exportRecords(range)) lines.push(line);
  return lines;
}

describe('sluice export', () => {
  it('writes a line for each record of the tenant, between a header that marks personal data and a final count', async () => {
    const out = join(world.folder, 'demo.ndjson');
    const { code, output, errors } = await world.sluice(['export', '--tenant', 'demo', '--out', out]);
    expect([code, output]).toEqual([0, '']);
    expect(errors).toContain('exported 3 leads, 3 submissions, 3 decisions');
    const [head, ...lines] = parsed(readFileSync(out, 'utf8'));
    const end = lines.pop();
    expect(head).toMatchObject({
      record: 'export',
      tenantId: 'demo',
      personal: { leads: ['data', 'reason', 'subIds'] },
    });
    expect(end).toMatchObject({
      record: 'end',
      records: { leads: 3, submissions: 3, decisions: 3, effects: 0 },
    });
    expect(lines.map(({ record, id }) => `${record} ${String(id)}`)).toEqual([
      ...['a', 'b', 'c'].map((n) => `leads lead_${n}`),
      ...['a', 'b', 'c'].map((n) => `submissions sub_${n}`),
      ...['a', 'b', 'c'].map((n) => `decisions sub_${n}.qualification.0`),
    ]);
    expect(lines[0]).toMatchObject({ status: 'failed', data: { email: 'a@x.example' } });
    expect(statSync(out).mode & 0o077).toBe(0);
    const [entry] = await world.stores.audit.page({}, 1);
    expect(entry).toMatchObject({
      action: 'adminExportRecords',
      outcome: 'done',
      via: 'command line',
      about: { tenantId: 'demo', kinds: exportKinds.join(',') },
    });
  }, 60_000);

  it('refuses unknown kinds and tenants, and invalid times', async () => {
    const refused = async (...args: string[]) => (await world.sluice(['export', ...args])).code;
    expect(await refused('--tenant', 'demo', '--kinds', 'leads,people')).toBe(2);
    expect(await refused('--tenant', 'demo', '--since', 'yesterday')).toBe(2);
    expect(await refused('--tenant', 'nobody')).toBe(1);
  }, 60_000);
});

describe('an export', () => {
  it('that breaks off leaves no file under its name, and does not change an existing one', async () => {
    const out = join(world.folder, 'broken.ndjson');
    async function* breaking(): AsyncGenerator<ExportLine> {
      yield* await linesOf({ tenantId: 'demo', kinds: ['leads'] });
      throw new Error('the database is away');
    }
    await expect(writeExport(breaking(), out)).rejects.toThrow('the database is away');
    expect(existsSync(out)).toBe(false);
    await writeExport(world.core.reports.exportRecords({ tenantId: 'demo', kinds: ['leads'] }), out);
    const before = readFileSync(out, 'utf8');
    async function* endless(): AsyncGenerator<ExportLine> {
      yield* (await linesOf({ tenantId: 'demo', kinds: ['leads'] })).slice(0, -1);
    }
    await expect(writeExport(endless(), out)).rejects.toThrow('ended before it was complete');
    await expect(writeExport(breaking(), out)).rejects.toThrow('the database is away');
    expect(readFileSync(out, 'utf8')).toBe(before);
  });

  it('contains no record of another tenant, however similar their names are', async () => {
    await world.stores
      .forTenant('demo-2')
      .journal.record(
        { submissionId: 'sub_z', leadId: 'lead_z' },
        'qualification',
        0,
        { kind: 'qualified', trace: [] },
        new Date(),
      );
    expect(await linesOf({ tenantId: 'demo', kinds: ['decisions'] })).toHaveLength(5);
    expect(await linesOf({ tenantId: 'dem', kinds: ['decisions'] })).toHaveLength(2);
  });

  it('of a period contains the records written in it, page after page, including its start but not its end', async () => {
    const { db } = world;
    const start = Date.parse('2026-01-01T00:00:00Z');
    const at = (minute: number) => new Date(start + minute * 60_000);
    const many = Array.from({ length: 1_300 }, (_, n) => n);
    const id = (n: number) => String(n).padStart(6, '0');
    await db
      .collection('effects')
      .insertMany(many.map((n) => ({ _id: `paged/evt_${id(n)}` as never, createdAt: at(n) })));
    await db
      .collection('messages')
      .insertMany(many.map((n) => ({ _id: `paged/msg_${id(n)}` as never, createdAt: at(n).toISOString() })));
    const kinds = ['effects', 'messages'] as const;
    const range = { tenantId: 'paged', kinds, since: at(100), until: at(1_250) };
    const [head, ...lines] = await linesOf(range);
    expect(head).toMatchObject({ since: at(100).toISOString(), until: at(1_250).toISOString() });
    expect(lines.pop()).toEqual({ record: 'end', records: { effects: 1_150, messages: 1_150 } });
    expect(lines[0]).toMatchObject({ record: 'effects', id: 'evt_000100' });
    expect(lines[1_149]).toMatchObject({ record: 'effects', id: 'evt_001249' });
    expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBe(2_300);
  });
});
