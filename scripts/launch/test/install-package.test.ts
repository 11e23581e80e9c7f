/** Installing a package with a stand-in for apt, which does what the scripts of a package with a service do. */
import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';

const run = promisify(execFile);
const built = join(projectRoot, 'scripts', 'launch', 'dist', 'backends', 'install-package.js');
const installs = `
  const { installPackage } = await import(${JSON.stringify(`file://${built}`)});
  await installPackage('a-server', 'install it yourself');
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apt-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Puts an apt on PATH that runs `script` with the PATH that it was given for a package's scripts. */
function apt(script: string): NodeJS.ProcessEnv {
  const lines = [
    '#!/bin/sh',
    'case "$*" in *" install "*) ;; *) exit 0 ;; esac',
    'for each; do case "$each" in DPkg::Path=*) PATH="${each#DPkg::Path=}" ;; esac; done',
    'export PATH',
    script,
  ];
  writeFileSync(join(folder, 'apt-get'), lines.join('\n'));
  chmodSync(join(folder, 'apt-get'), 0o755);
  return { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
}

const node = ['--input-type=module', '--eval', installs];
const systemFolders = ['/usr/sbin', '/usr/local/sbin', '/etc/init.d'].filter((each) => existsSync(each));
const systemFiles = () => systemFolders.map((each) => [each, readdirSync(each).sort()] as const);

describe('a package of Debian', () => {
  it('is installed without starting its service, and nothing is written outside the project for that', async () => {
    const seen = join(folder, 'seen');
    const before = systemFiles();
    const env = apt(
      [
        `{ command -v invoke-rc.d; command -v deb-systemd-invoke; } > ${seen}`,
        `invoke-rc.d --skip-systemd-native a-server start >> ${seen} 2>&1 || exit 1`,
        `deb-systemd-invoke start a-server.service >> ${seen} 2>&1 || exit 1`,
        `ls /usr/sbin/policy-rc.d >> ${seen} 2>/dev/null; true`,
      ].join('\n'),
    );
    await run(process.execPath, node, { env });
    const own = join(projectRoot, 'scripts', 'launch', 'no-services');
    const policy = before.some(([at, files]) => at === '/usr/sbin' && files.includes('policy-rc.d'));
    expect(readFileSync(seen, 'utf8').trim().split('\n')).toEqual([
      ...[join(own, 'invoke-rc.d'), join(own, 'deb-systemd-invoke')],
      ...(policy ? ['/usr/sbin/policy-rc.d'] : []),
    ]);
    expect(systemFiles()).toEqual(before);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'leaves nothing behind when its installation ends by %s',
    async (signal) => {
      const before = systemFiles();
      const begun = join(folder, 'begun');
      const env = apt(`echo > ${begun}; exec sleep 20`);
      const installing = spawn(process.execPath, node, { env, stdio: 'ignore' });
      const ended = new Promise((resolve) => installing.once('exit', resolve));
      for (const giveUpAt = Date.now() + 60_000; !existsSync(begun) && Date.now() < giveUpAt;)
        await new Promise((resolve) => setTimeout(resolve, 20));
      expect(existsSync(begun)).toBe(true);
      installing.kill(signal);
      await ended;
      expect(systemFiles()).toEqual(before);
    },
  );

  it('that cannot be installed is reported in one sentence with a remedy', async () => {
    const failing = run(process.execPath, node, { env: apt('echo "E: Unable to locate package"; exit 100') });
    await expect(failing).rejects.toThrow('failed with "E: Unable to locate package": install it yourself.');
  });
});
