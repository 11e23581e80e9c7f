import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { artefactPath, serviceNames } from '@sluice/local';

const sluice = artefactPath('sluice');
const run = (...args: string[]) =>
  spawnSync(process.execPath, [sluice, ...args], {
    env: { HEALTH_PORT: '70000' },
    encoding: 'utf8',
    timeout: 60_000,
  });

// The module that sets this wording is imported for its effect, and a bundler leaves out what nobody uses.
it.each(serviceNames)(
  '`sluice %s` starts the service, which words a wrong variable as the interface does',
  (service) => {
    const { status, stderr } = run(service);
    expect(stderr).toContain('HEALTH_PORT: must be at most 65535');
    expect(status).toBe(1);
  },
);

it('any other word is a command of the operator, and the help names the services', () => {
  const refused = run('nonsense');
  expect(refused.status).toBe(2);
  expect(refused.stderr).toContain("unknown command 'nonsense'");
  const { status, stdout } = run('--help');
  expect(status).toBe(0);
  for (const name of serviceNames) expect(stdout).toContain(name);
});

/** The files of the artefact that are loaded when `file` is: what it imports, and what these import. */
function loaded(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(dirname(sluice), file), 'utf8');
  for (const [, imported = ''] of text.matchAll(/^import .*"\.\/([\w.-]+\.mjs)";$/gm))
    loaded(imported, found);
  return found;
}

it('a service loads its own part of the artefact, and no other service, nor the command line', () => {
  const programs = [...serviceNames, 'cli'];
  for (const name of programs) {
    const others = programs.filter((other) => other !== name).map((other) => `${other}.mjs`);
    const files = loaded(`${name}.mjs`);
    expect(files.size).toBeGreaterThan(3);
    expect(others.filter((other) => files.has(other))).toEqual([]);
  }
  expect(loaded('routing.mjs')).not.toEqual(loaded('dashboard.mjs'));
  // The program that starts them all loads none of them before it knows which.
  expect([...loaded('sluice.mjs')].filter((file) => programs.some((name) => file === `${name}.mjs`))).toEqual(
    [],
  );
});
