import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readConfig, maskedConfig } from './config.js';
import { encryptionFragment, outboundFragment, processFragment } from './fragments.js';

const key = () => randomBytes(32).toString('base64');

describe('OUTBOUND_ALLOW', () => {
  const read = (env: Record<string, string>) => readConfig({ ...processFragment, ...outboundFragment }, env);

  it('is refused in production, which is the default of NODE_ENV', () => {
    const problem = /OUTBOUND_ALLOW: is for development; unset it when NODE_ENV is production/;
    expect(() => read({ OUTBOUND_ALLOW: '10.0.0.0/8' })).toThrow(problem);
    expect(() => read({ OUTBOUND_ALLOW: '10.0.0.0/8', NODE_ENV: 'production' })).toThrow(problem);
    expect(read({ OUTBOUND_ALLOW: '' }).OUTBOUND_ALLOW).toEqual([]);
    const allowed = { OUTBOUND_ALLOW: '10.0.0.0/8, ::1/128', NODE_ENV: 'development' };
    expect(read(allowed).OUTBOUND_ALLOW).toEqual(['10.0.0.0/8', '::1/128']);
  });
});

describe('ENCRYPTION_KEY', () => {
  const read = (value: string) => readConfig(encryptionFragment, { ENCRYPTION_KEY: value }).ENCRYPTION_KEY;

  it('is one key, or the new one followed by earlier ones', () => {
    const [fresh, old] = [key(), key()];
    expect(read(fresh)).toEqual([fresh]);
    expect(read(`${fresh}, ${old}`)).toEqual([fresh, old]);
  });

  it.each(['', 'short', `${key()},short`, `${key()},`])(
    'is refused as %j, without its value in the error message',
    (value) => {
      expect(() => read(value)).toThrow(/ENCRYPTION_KEY: (is required: |must be )32 bytes, base64$/);
    },
  );
});

it('the configuration summary at startup contains no secret', () => {
  const shown = maskedConfig({
    ENCRYPTION_KEY: ['a'],
    OPERATOR_PASSWORD: 'b',
    MONGODB_URL: 'mongodb://user:hunter2@db/sluice',
    REDIS_URL: 'rediss+sentinel://leads:hunter2@a,b/leads?sentinelUsername=u&sentinelPassword=hunter2',
    LOG_LEVEL: 'info',
  });
  expect(shown).toEqual({
    ENCRYPTION_KEY: '***',
    OPERATOR_PASSWORD: '***',
    MONGODB_URL: 'mongodb://***@db/sluice',
    REDIS_URL: 'rediss+sentinel://***@a,b/leads?sentinelUsername=u&sentinelPassword=***',
    LOG_LEVEL: 'info',
  });
});

it('a process runs in UTC, in any time zone of its machine', () => {
  const program = `import { configFromEnvironment } from ${JSON.stringify(new URL('../../dist/index.js', import.meta.url).href)};
    const before = new Date(0).getTimezoneOffset();
    configFromEnvironment({});
    process.stdout.write(before + ' ' + new Date(0).getTimezoneOffset());`;
  const env = { ...process.env, TZ: 'Asia/Kolkata' };
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { env });
  expect(stdout.toString()).toBe('-330 0');
}, 30_000);
