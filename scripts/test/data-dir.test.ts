/** The contents of `npm start`'s data directory, and its lock. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceNames } from '@sluice/local';
import {
  keepSecrets,
  keptDemoPasswords,
  readOrMakeSecrets,
  readRunFile,
  removeRunFile,
  secretsFile,
  writeRunFile,
  type RunFile,
} from '@sluice/local';
import { recordProcess } from '@sluice/launch';
import { takeDataDir } from '../src/start/instance-lock.js';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const mode = (file: string): number => statSync(file).mode & 0o777;

describe('run.json', () => {
  const run: RunFile = {
    supervisor: 1,
    gatewayUrl: 'http://127.0.0.1:3000',
    dashboardUrl: 'http://127.0.0.1:3001',
    sinkUrl: 'http://127.0.0.1:4800',
    tenantId: 'demo',
    apiKey: 'slk_x',
    adminKey: 'sla_x',
    operatorEmail: 'operator@sluice.localhost',
    operatorPassword: 'p',
    mongodb: { url: 'mongodb://m', pid: 2 },
    redis: { url: 'redis://r' },
    health: Object.fromEntries(serviceNames.map((name) => [name, 'http://127.0.0.1:1'])) as RunFile['health'],
    healthOfAll: Object.fromEntries(serviceNames.map((name) => [name, []])) as never,
    services: {
      gateway: [3],
      qualification: [4],
      routing: [5],
      delivery: [6, 7],
      sms: [8],
      pixel: [9],
      webhook: [],
      email: [],
      dashboard: [10],
    },
  };

  it('is readable by its owner only and reads back as it was written', () => {
    writeRunFile(dataDir, run);
    expect(mode(join(dataDir, 'run.json'))).toBe(0o600);
    expect(readRunFile(dataDir)).toEqual(run);
  });

  it('is replaced atomically: a process that has it open continues to read the old one', () => {
    writeRunFile(dataDir, run);
    const before = statSync(join(dataDir, 'run.json')).ino;
    writeRunFile(dataDir, { ...run, apiKey: 'slk_y' });
    expect(statSync(join(dataDir, 'run.json')).ino).not.toBe(before);
    expect(readRunFile(dataDir)?.apiKey).toBe('slk_y');
  });

  it('no longer exists after it was removed, and removing it twice is harmless', () => {
    writeRunFile(dataDir, run);
    removeRunFile(dataDir);
    removeRunFile(dataDir);
    expect(readRunFile(dataDir)).toBeUndefined();
  });
});

describe('secrets.json', () => {
  it('is created at the first start, for its owner only, and kept afterwards', () => {
    const first = readOrMakeSecrets(dataDir);
    expect(first.made).toBe(true);
    expect(Buffer.from(first.secrets.encryptionKey, 'base64')).toHaveLength(32);
    expect(mode(secretsFile(dataDir))).toBe(0o600);

    keepSecrets(dataDir, { ...first.secrets, demoKey: { tenantId: 'demo', apiKey: 'slk_x' } });
    const later = readOrMakeSecrets(dataDir);
    expect(later).toEqual({
      made: false,
      secrets: { ...first.secrets, demoKey: { tenantId: 'demo', apiKey: 'slk_x' } },
    });
    expect(mode(secretsFile(dataDir))).toBe(0o600);
  });

  it('differs between data directories', () => {
    const other = mkdtempSync(join(tmpdir(), 'sluice-data-'));
    try {
      expect(readOrMakeSecrets(other).secrets).not.toEqual(readOrMakeSecrets(dataDir).secrets);
    } finally {
      rmSync(other, { recursive: true });
    }
  });

  it('keeps one password for each of the demo tenant’s people, in the file of an earlier version too', () => {
    const { secrets } = readOrMakeSecrets(dataDir);
    const made = keptDemoPasswords(dataDir);
    expect(new Set(Object.values(made)).size).toBe(3);
    expect(keptDemoPasswords(dataDir)).toEqual(made);
    expect(readOrMakeSecrets(dataDir).secrets).toEqual({ ...secrets, demoPasswords: made });
    expect(mode(secretsFile(dataDir))).toBe(0o600);
  });

  it('is never overwritten when it cannot be parsed', () => {
    writeFileSync(secretsFile(dataDir), '{ broken');
    expect(() => readOrMakeSecrets(dataDir)).toThrow('is not valid JSON');
    expect(readFileSync(secretsFile(dataDir), 'utf8')).toBe('{ broken');
  });
});

describe('the lock of a data directory', () => {
  it('is held by one supervisor at a time', async () => {
    const lock = await takeDataDir(dataDir);
    await expect(takeDataDir(dataDir)).rejects.toThrow(
      /is already running with the data directory .* stop it first/,
    );
    lock.release();
    (await takeDataDir(dataDir)).release();
  });

  it('of a folder that cannot be made or written is refused in a sentence that names the folder and DATA_DIR', async () => {
    const file = join(dataDir, 'a-file');
    writeFileSync(file, '');
    for (const place of [file, join(file, 'below')])
      await expect(takeDataDir(place)).rejects.toThrow(
        new RegExp(`^The data directory ${place} cannot be written \\(E.*set DATA_DIR`),
      );
  });

  it('is taken over from a supervisor that was killed, and the processes left by it are ended', async () => {
    const orphan = spawn('sleep', ['600']);
    const ended = new Promise<string | null>((resolve) =>
      orphan.once('exit', (_, signal) => resolve(signal)),
    );
    recordProcess(join(dataDir, 'pids', 'delivery.json'), orphan.pid!);
    writeFileSync(
      join(dataDir, 'supervisor.json'),
      JSON.stringify({ pid: process.pid, started: 'long ago' }),
    );

    const lock = await takeDataDir(dataDir);

    expect(await ended).toBe('SIGTERM');
    lock.release();
  });
});
