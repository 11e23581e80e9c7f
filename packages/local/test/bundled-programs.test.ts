import { spawnSync } from 'node:child_process';
import { quickProgramPath, serviceNames } from '@sluice/local';

// The module that sets this wording is imported for its effect, and a bundler leaves out what nobody uses.
it.each(serviceNames)('%s words a wrong variable as the interface words a wrong field', (service) => {
  const { status, stderr } = spawnSync(process.execPath, [quickProgramPath(service)], {
    env: { HEALTH_PORT: '70000' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(stderr).toContain('HEALTH_PORT: must be at most 65535');
  expect(status).toBe(1);
});
