import { artefactPath } from '@sluice/local';
import { eventually, freePort, testEncryptionKey } from '@sluice/testing';
import { execFile, spawn } from 'node:child_process';

const main = artefactPath('dashboard');

// Nothing listens there; a dashboard that tries to reach its stores has accepted its settings.
const stores = {
  MONGODB_URL: 'mongodb://127.0.0.1:9',
  REDIS_URL: 'redis://127.0.0.1:9',
  ENCRYPTION_KEY: testEncryptionKey,
};
const [ada, strong] = ['ada@example.com', 'quiet-heron-7719'];

function start(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main],
      { env: { ...stores, ...env } },
      (_error, stdout, stderr) => {
        resolve({ code: child.exitCode, output: stdout + stderr });
      },
    );
  });
}

describe('the dashboard', () => {
  it.concurrent.each([
    ['no key', { ENCRYPTION_KEY: '' }, 'ENCRYPTION_KEY: is required'],
    ['a password of nobody', { OPERATOR_PASSWORD: strong }, 'OPERATOR_EMAIL is required'],
    ['an address without a password', { OPERATOR_EMAIL: ada }, 'OPERATOR_PASSWORD is required'],
    ['no address', { OPERATOR_EMAIL: 'ada', OPERATOR_PASSWORD: strong }, 'must be an e-mail address'],
    [
      'a short password',
      { OPERATOR_EMAIL: ada, OPERATOR_PASSWORD: 'kT4-v9z' },
      'OPERATOR_PASSWORD must have at least 12 characters',
    ],
    [
      'a default password',
      { OPERATOR_EMAIL: ada, OPERATOR_PASSWORD: 'change-me-please' },
      'OPERATOR_PASSWORD is easy to guess',
    ],
  ])('in production refuses to start with %s', async (_what, env, problem) => {
    const modes: readonly Record<string, string>[] = [{}, { NODE_ENV: 'production' }];
    for (const mode of modes) {
      const { code, output } = await start({ ...env, ...mode });
      expect(output).toContain(problem);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    }
  });

  it.concurrent('while its stores are unavailable is alive, shows its pages, names the unavailable store on its internal port, and becomes ready only once the stores are available', async () => {
    const [pages, health] = [await freePort(), await freePort()];
    const env = {
      ...stores,
      NODE_ENV: 'development',
      DASHBOARD_PORT: String(pages),
      HEALTH_PORT: String(health),
    };
    const child = spawn(process.execPath, [main], { env, stdio: 'ignore' });
    const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
    try {
      const readyz = async () => {
        const answer = await fetch(`http://127.0.0.1:${health}/readyz`).catch(() => undefined);
        return (await answer?.json()) as { because?: string } | undefined;
      };
      const waits = async () => (await readyz())?.because === 'mongodb does not answer';
      await eventually('it reports what it waits for', waits, 60_000);
      expect(await readyz()).toMatchObject({
        ready: false,
        dependencies: { mongodb: 'away', redis: 'away' },
      });
      expect((await fetch(`http://127.0.0.1:${health}/healthz`)).status).toBe(200);
      const outside = await fetch(`http://127.0.0.1:${pages}/readyz`);
      expect([outside.status, await outside.json()]).toEqual([503, { ready: false }]);
      expect((await fetch(`http://127.0.0.1:${pages}/login`)).status).toBe(200);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toBe(0);
  }, 90_000);
});
