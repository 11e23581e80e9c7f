/** The image, installed as its Dockerfile says in a folder of its own, and each service, really started from it. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot, services } from '@sluice/local';
import { freePort, testBackends, testEncryptionKey, type TestBackends } from '@sluice/testing';
import { chainOf, instructionsOf, parseStages } from './dockerfile.js';

const run = promisify(execFile);
const stages = parseStages(readFileSync(join(projectRoot, 'Dockerfile'), 'utf8'));

let folder: string;
let backends: TestBackends;
const installed = new Map<string, Promise<string>>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-images-'));
  backends = await testBackends({ privateRedis: true });
  const { app, command } = await build('sluice');
  const [program = '', ...args] = command;
  await run(program, [...args, 'migrate'], { cwd: app, env: storeVariables() });
}, 240_000);
afterAll(async () => {
  await backends.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The folder of a stage that installs packages: only the manifests, after the stage's own `RUN`. */
function install(stage: string): Promise<string> {
  const known = installed.get(stage);
  if (known) return known;
  const made = (async () => {
    const to = join(folder, stage);
    const tracked = execFileSync('git', ['ls-files', '*package.json', '*package-lock.json', '*.npmrc'], {
      cwd: projectRoot,
      encoding: 'utf8',
    });
    for (const file of tracked.trim().split('\n')) copy(file, to);
    const [install] = instructionsOf(chainOf(stage, stages), 'RUN').filter((line) => line.includes('npm ci'));
    if (install === undefined) throw new Error(`${stage} installs nothing`);
    const env = { ...process.env, npm_config_prefer_offline: 'true', NODE_ENV: 'production' };
    await run('sh', ['-c', install.slice('RUN '.length)], { cwd: to, env, maxBuffer: 64 * 1024 * 1024 });
    return to;
  })();
  installed.set(stage, made);
  return made;
}

function copy(path: string, to: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true });
  cpSync(join(projectRoot, path), join(to, path), { recursive: true });
}

/** The folder of an image, filled by its `COPY` lines, and the image's command. */
async function build(target: string): Promise<{ app: string; command: string[] }> {
  const chain = chainOf(target, stages);
  const app = join(folder, `image-${target}`);
  const [command = ''] = [...instructionsOf(chain, 'ENTRYPOINT'), ...instructionsOf(chain, 'CMD')];
  const image = { app, command: JSON.parse(command.replace(/^\w+ /, '')) as string[] };
  if (existsSync(app)) return image;
  for (const line of instructionsOf(chain, 'COPY')) {
    const [, from = '', source = '', to = ''] = /^COPY --from=(\S+) \/app\/?(\S*) (\S+)$/.exec(line) ?? [];
    // Thousands of small files that every image shares, so they are hard-linked.
    if (source === '') await run('cp', ['-al', await install(from), app]);
    else copy(source, app);
    if (source !== '' && source !== to) throw new Error(`${line} moves what it copies`);
  }
  return image;
}

const storeVariables = () => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  MONGODB_URL: backends.mongodbUrl,
  REDIS_URL: backends.redisUrl,
});

async function answers(url: string, child: ChildProcess, output: () => string): Promise<number> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output()}`);
    const status = await fetch(url).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) return status;
    await pause(100);
  }
  throw new Error(`no answer at ${url}: ${output()}`);
}

/** Starts the image, waits until it answers, and returns how it ended on SIGTERM. */
async function startAndStop(
  target: string,
  env: NodeJS.ProcessEnv,
  url: string,
  more: readonly string[] = [],
): Promise<unknown> {
  const { app, command } = await build(target);
  const [program = '', ...args] = [...command, ...more];
  const child = spawn(program, args, { cwd: app, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  const ended = once(child, 'exit');
  try {
    await answers(url, child, () => said);
    child.kill('SIGTERM');
    const [code] = (await ended) as [number | null];
    return code;
  } finally {
    child.kill('SIGKILL');
  }
}

describe('the image contains everything that each command needs, and no development package', () => {
  it('it migrates the database and examines an installation', async () => {
    const { app, command } = await build('sluice');
    const [program = '', ...args] = command;
    const env = { ...storeVariables(), ENCRYPTION_KEY: testEncryptionKey };
    const looked = await run(program, [...args, 'doctor', '--json'], { cwd: app, env }).catch(
      (error: { stdout: string }) => error,
    );
    expect(JSON.parse(looked.stdout)).toHaveProperty('findings');
  }, 240_000);

  it('no engine, no sink, no tool, and no code beside the artefact', async () => {
    const { app } = await build('sluice');
    const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
    const own = files.filter((file) => !file.startsWith('node_modules/') && /\.m?js$/.test(file));
    const elsewhere = own.filter((file) => !/^(dist|services\/dashboard\/dist\/public)\//.test(file));
    expect([own.length > 8, elsewhere]).toEqual([true, []]);
    expect(
      files.filter((file) => /embedded-mongodb|koffi|\/(jest|typescript|rolldown)$|\.node$/.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => /^dist\/.*(sink|chaos|launch)/.test(file))).toEqual([]);
  }, 240_000);

  it.each(services.map(({ name }) => name))(
    'of the service %s: it becomes ready, and stops on SIGTERM',
    async (name) => {
      const [port, healthPort] = [await freePort(), await freePort()];
      const env = {
        ...storeVariables(),
        ENCRYPTION_KEY: testEncryptionKey,
        OPERATOR_EMAIL: 'operator@sluice.localhost',
        OPERATOR_PASSWORD: 'quiet-heron-7719-over-the-lake',
        // Loads the packages for tracing; no collector answers.
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        PORT: String(port),
        DASHBOARD_PORT: String(port),
        HEALTH_PORT: String(healthPort),
      };
      expect(await startAndStop('sluice', env, `http://127.0.0.1:${healthPort}/readyz`, [name])).toBe(0);
    },
    240_000,
  );

  it('the probe of a container asks the service on its health port', async () => {
    const { app } = await build('sluice');
    const env = { PATH: process.env['PATH'], HEALTH_PORT: String(await freePort()) };
    const asked = await run('node', ['dist/probe.mjs'], { cwd: app, env }).catch(
      (error: { stdout: string }) => error,
    );
    expect(asked.stdout).toBe('not_alive\n');
  });

  it('of the demo buyer: it accepts a lead', async () => {
    const port = await freePort();
    const env = { PATH: process.env['PATH'], SINK_PORT: String(port), SINK_HOST: '127.0.0.1' };
    expect(await startAndStop('sink', env, `http://127.0.0.1:${port}/stats`)).toBe(0);
  }, 240_000);
});
