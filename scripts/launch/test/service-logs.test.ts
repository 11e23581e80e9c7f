/** The services' logs as a person at the terminal sees them. */
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lastWords, rotateLogs, watchLogs } from '../src/supervisor/service-logs.js';

let logDir: string;
beforeEach(() => {
  logDir = mkdtempSync(join(tmpdir(), 'sluice-logs-'));
});
afterEach(() => rmSync(logDir, { recursive: true, force: true }));

const line = (level: string, message: string): string => `${JSON.stringify({ level, message })}\n`;

describe('the log watcher of npm start', () => {
  it('prints new warnings and errors, and neither old ones nor other lines', async () => {
    const file = join(logDir, 'routing.log');
    writeFileSync(file, line('error', 'from the last run'));
    const heard: string[] = [];
    const watch = watchLogs(logDir, (text) => heard.push(text));
    appendFileSync(
      file,
      line('info', 'lead routed') + line('warn', 'cap is near') + line('error', 'no route'),
    );
    await sleep(1_300);
    watch.stop();
    expect(heard).toEqual(['  ! routing: warn: cap is near', '  ! routing: error: no route']);
  });

  it('limits the number of printed lines', async () => {
    const heard: string[] = [];
    const watch = watchLogs(logDir, (text) => heard.push(text));
    writeFileSync(join(logDir, 'sms.log'), line('error', 'vendor is down').repeat(50));
    await sleep(1_300);
    watch.stop();
    expect(heard).toHaveLength(4);
    expect(heard.at(-1)).toContain('47 more');
  });

  it('waits for the rest of a partly written line', async () => {
    const file = join(logDir, 'pixel.log');
    const heard: string[] = [];
    const watch = watchLogs(logDir, (text) => heard.push(text));
    const whole = line('error', 'platform refused');
    writeFileSync(file, whole.slice(0, 20));
    await sleep(1_300);
    expect(heard).toEqual([]);
    appendFileSync(file, whole.slice(20));
    await sleep(1_300);
    watch.stop();
    expect(heard).toEqual(['  ! pixel: error: platform refused']);
  });
});

describe('the last words of a log', () => {
  it('are the reason above a stack trace', () => {
    const file = join(logDir, 'gateway.log');
    writeFileSync(file, `${line('info', 'up')}TypeError: cannot read x\n    at a.js:1\n    at b.js:2\n`);
    expect(lastWords(file)).toBe('TypeError: cannot read x');
  });

  it('are empty for an empty log', () => {
    expect(lastWords(join(logDir, 'none.log'))).toBeUndefined();
  });
});

describe('the log rotation of npm start', () => {
  it('moves a large log of earlier runs aside and keeps a small one', () => {
    writeFileSync(join(logDir, 'big.log'), Buffer.alloc(9 * 1024 * 1024));
    writeFileSync(join(logDir, 'small.log'), 'x');
    rotateLogs(logDir);
    expect(['big.log', 'big.log.1', 'small.log'].map((name) => existsSync(join(logDir, name)))).toEqual([
      false,
      true,
      true,
    ]);
  });
});
