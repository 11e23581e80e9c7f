import { execFile } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '..', 'dist', 'main.js');

// Nothing listens there; a console that gets as far as the stores has accepted its password.
const stores = { MONGODB_URL: 'mongodb://127.0.0.1:9', REDIS_URL: 'redis://127.0.0.1:9' };

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

describe('the console in production', () => {
  it.each([
    ['no', {}, 'OPERATOR_PASSWORD: is required'],
    ['a short', { OPERATOR_PASSWORD: 'kT4-v9z' }, 'OPERATOR_PASSWORD must have at least 12 characters'],
    ['a default', { OPERATOR_PASSWORD: 'change-me-please' }, 'OPERATOR_PASSWORD is easy to guess'],
  ])('refuses to start with %s password', async (_what, env, problem) => {
    for (const mode of [{}, { NODE_ENV: 'production' }]) {
      const { code, output } = await start({ ...env, ...mode });
      expect(output).toContain(problem);
      expect(output).not.toContain('    at ');
      expect(code).toBe(1);
    }
  });
});
