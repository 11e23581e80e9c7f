import { openStores } from '@sluice/store';
import { duringTests, sluiceOn, testBackends, type RunSluice } from '@sluice/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFile } from './command.js';

const backends = duringTests(testBackends);
let folder: string;
let sluice: RunSluice;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-migrate-'));
  sluice = sluiceOn(backends, folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileEnv = { SINK_URL: 'http://127.0.0.1:4800' };

describe('sluice migrate', () => {
  it('is required by the commands that need it, and recommended by the doctor', async () => {
    for (const args of [
      ['apply', demoFile],
      ['keys', 'list', '--tenant', 'demo'],
    ]) {
      const { code, errors } = await sluice(args, fileEnv);
      expect([code, errors]).toEqual([
        1,
        expect.stringMatching(
          /^The database is not migrated: it lacks index .* run `sluice migrate` first\.\n$/,
        ),
      ]);
    }
    const { output } = await sluice(['doctor', '--json']);
    expect(output).toContain('Run `sluice migrate`');
  }, 60_000);

  it('migrates a new database once from two concurrent processes, and then has nothing left to do', async () => {
    const both = await Promise.all([sluice(['migrate', '--json']), sluice(['migrate', '--json'])]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    const built = both.map(({ output }) => (JSON.parse(output) as { indexes: string[] }).indexes.length);
    expect(built.filter((count) => count === 0)).toHaveLength(1);

    const again = await sluice(['migrate']);
    expect([again.code, again.output]).toEqual([0, 'Database: up to date.\n']);
    const stores = await openStores(backends.mongodbUrl);
    await stores.begin();
    await stores.close();
    expect((await sluice(['apply', demoFile], fileEnv)).code).toBe(0);
  }, 60_000);

  it('exits with 1 if MongoDB is unavailable, and with 2 for wrong usage', async () => {
    const away = await sluice(['migrate'], { MONGODB_URL: 'mongodb://127.0.0.1:9' });
    expect([away.code, away.errors]).toEqual([1, expect.stringContaining('MongoDB does not answer')]);
    expect((await sluice(['migrate', 'now'])).code).toBe(2);
  }, 60_000);
});
