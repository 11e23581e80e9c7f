/**
 * The packages that `npm run pack` makes, installed in an empty folder and used there as their READMEs say: without the
 * project, by a TypeScript program and in a shell.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { testEncryptionKey } from '@sluice/testing';
import { startInstallation, type Installation } from './installation/installation.js';
import { serveInstalled } from './installed-registry.js';

const run = promisify(execFile);
const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  readonly version: string;
};
const tarballs = [`sluice-client-${version}.tgz`, `sluice-${version}.tgz`];
const readme = (name: string) => readFileSync(join(folder, 'node_modules', name, 'README.md'), 'utf8');

let folder: string;
let installation: Installation;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-packages-'));
  await run(process.execPath, [join(projectRoot, 'scripts', 'dist', 'pack', 'main.js'), folder]);
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const registry = await serveInstalled();
  try {
    const packages = [...tarballs.map((name) => `./${name}`), '@types/node'];
    const options = ['--registry', registry.url, '--no-audit', '--no-fund', '--ignore-scripts'];
    // A cache of its own, so that nothing comes from elsewhere.
    await run('npm', ['install', ...packages, ...options, '--cache', join(folder, 'cache')], { cwd: folder });
  } finally {
    await registry.close();
  }
  installation = await startInstallation({
    services: ['gateway', 'qualification', 'routing', 'delivery', 'dashboard'],
  });
}, 600_000);
afterAll(async () => {
  await installation?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const inFolder = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  run(command, args, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } });

it('each has its licence, its README and its version, and needs nothing of the project', () => {
  for (const name of ['@sluice/client', 'sluice']) {
    const installed = join(folder, 'node_modules', name);
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      readonly dependencies: object;
    };
    expect(manifest).toMatchObject({ name, version, license: 'MIT', engines: { node: '>=20.19.0' } });
    expect(Object.keys(manifest.dependencies).filter((one) => one.startsWith('@sluice/'))).toEqual([]);
    expect(readdirSync(installed)).toEqual(expect.arrayContaining(['LICENSE', 'README.md']));
    for (const tarball of readme(name).match(/sluice-[\w.-]+\.tgz/g) ?? [])
      expect(tarballs).toContain(tarball);
  }
  expect(readdirSync(join(folder, 'node_modules', '@sluice'))).toEqual(['client']);
});

describe('@sluice/client', () => {
  const page = readFileSync(join(projectRoot, 'docs', 'build', 'client.md'), 'utf8');
  /** The program of a page, for this installation. */
  const programOf = (text: string) => {
    const [, program = ''] = /```ts\n(.*?)```/s.exec(text) ?? [];
    return program
      .replace("'https://leads.example'", "process.env['SLUICE_URL'] ?? ''")
      .replace("lastName: 'Quinn',", "lastName: 'Quinn', questionnaire: { injury: 'yes' },");
  };
  const runs = async (file: string, key: string) => {
    const env = { SLUICE_URL: installation.url, SLUICE_KEY: key };
    const { stdout, stderr } = await inFolder(process.execPath, [file], env);
    expect(stderr).toBe('');
    return stdout;
  };

  it('compiles the programs of its README and its page with its types alone, and not a wrong call', async () => {
    const wrong = `// @ts-expect-error a status is a word
export const wrong = () => sluice.listLeads({ query: { status: 7 } });\n`;
    writeFileSync(join(folder, 'readme.ts'), `${programOf(readme('@sluice/client'))}\n${wrong}`);
    writeFileSync(join(folder, 'page.ts'), programOf(page));
    const compilerOptions = { strict: true, module: 'nodenext', target: 'es2023', types: ['node'] };
    const files = ['readme.ts', 'page.ts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(projectRoot, 'node_modules', '@typescript', 'native', 'bin', 'tsc');
    const compiled = inFolder(process.execPath, [tsc, '-p', '.']);
    expect((await compiled.catch((error: { stdout: string }) => error)).stdout).toBe('');
  }, 240_000);

  it('submits a lead once, however often its program runs, and lists it', async () => {
    const made = ['keys', 'create', '--tenant', 'demo', '--name', 'test', '--supplier', 'sup_own', '--json'];
    const { key } = JSON.parse((await installation.sluice(made)).output) as { readonly key: string };
    const [leadId = ''] = (await runs('readme.js', key)).split(' ');
    expect(await runs('readme.js', key)).toContain(leadId);
    expect(await installation.stores.forTenant('demo').leads.find(leadId)).toMatchObject({ leadId });
    expect(await runs('page.js', installation.apiKey)).toContain(leadId);
  }, 240_000);
});

describe('sluice', () => {
  it('says its version and its commands', async () => {
    expect((await inFolder('npx', ['sluice', '--version'])).stdout).toBe(`${version}\n`);
    expect((await inFolder('npx', ['sluice', '--help'])).stdout).toMatch(
      /^Usage: sluice .*apply \[options\] <file>/s,
    );
  }, 60_000);

  it('runs the commands of its README with an admin key alone', async () => {
    const made = await installation.sluice([
      'admin-keys',
      'create',
      '--name',
      'test',
      '--role',
      'administer',
      '--json',
    ]);
    const { key } = JSON.parse(made.output) as { readonly key: string };
    cpSync(join(projectRoot, 'examples', 'demo-tenant.yaml'), join(folder, 'tenant.yaml'));
    const commands = [...readme('sluice').matchAll(/^npx sluice (?!--)(.*)$/gm)].map(([, args = '']) => args);
    expect(commands.length).toBeGreaterThan(3);
    for (const args of commands) {
      const env = { SLUICE_SERVER: installation.dashboardUrl, SLUICE_ADMIN_KEY: key };
      const ran = await inFolder('npx', ['sluice', ...args.split(' ')], env).catch((error: object) => error);
      expect([args, ran]).toEqual([
        args,
        expect.not.objectContaining({ code: expect.anything() as unknown }),
      ]);
    }
  }, 240_000);

  it('works on the stores themselves without a server', async () => {
    const { mongodbUrl, redisUrl } = installation.backends;
    const env = { MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl, ENCRYPTION_KEY: testEncryptionKey };
    const { stdout } = await inFolder('npx', ['sluice', 'tenants', 'list', '--json'], env);
    expect(JSON.parse(stdout)).toEqual([expect.objectContaining({ tenantId: 'demo' })]);
  }, 60_000);
});
