import { execFileSync } from 'node:child_process';
import { freePort } from '@sluice/local';

it.each(['producerConnection', 'workerConnection'])(
  'a %s that is closed while Redis is away keeps no process alive',
  async (open) => {
    const program = `
      import { setTimeout as pause } from 'node:timers/promises';
      import { ${open}, silentLogger } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)};
      const redis = ${open}('redis://127.0.0.1:${await freePort()}', silentLogger);
      await new Promise((resolve) => redis.once('reconnecting', resolve));
      redis.disconnect();
      await pause(20);
      console.log(JSON.stringify(process.getActiveResourcesInfo()));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(JSON.parse(output)).not.toContain('Timeout');
  },
);
