/** The container engines of this machine, by their command lines. */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ANSWERS_WITHIN_MS = 20_000;
const DONE_WITHIN_MS = 180_000;
const BUILT_WITHIN_MS = 1_500_000;
const LARGEST_OUTPUT_BYTES = 64 * 1024 * 1024;

/** What shows that an engine answers: Docker's program is often there without its daemon. */
const asked = { docker: ['version'], podman: ['info'], buildah: ['info'] } as const;

/** The program of an engine. Buildah builds images and runs none. */
export type EngineName = keyof typeof asked;

/** The engines that answer here; Buildah only without Podman, which builds in the same way. */
export function findEngines(): EngineName[] {
  const found = (Object.keys(asked) as EngineName[]).filter(
    (name) => spawnSync(name, asked[name], { timeout: ANSWERS_WITHIN_MS }).status === 0,
  );
  return found.filter((name) => name !== 'buildah' || !found.includes('podman'));
}

/** Runs a command of the engine; resolves with what it prints, and rejects with what it complains of. */
export async function engine(name: EngineName, args: readonly string[]): Promise<string> {
  const { stdout } = await run(name, args, { timeout: DONE_WITHIN_MS, maxBuffer: LARGEST_OUTPUT_BYTES });
  return stdout.trim();
}

/**
 * Builds a target of the Dockerfile in `folder`. NODE_IMAGE names another base where the Dockerfile's cannot be pulled.
 * The network is the host's, because a mirror of packages may be on loopback.
 */
export async function buildImage(
  name: EngineName,
  folder: string,
  target: string,
  tag: string,
): Promise<void> {
  const base = process.env['NODE_IMAGE'];
  const args = ['build', '--network', 'host', '--target', target, '--tag', tag];
  if (base) args.push('--build-arg', `NODE_IMAGE=${base}`);
  await run(name, [...args, folder], { timeout: BUILT_WITHIN_MS, maxBuffer: LARGEST_OUTPUT_BYTES });
}

/** The options of a container that is locked as in production, with the stores of the host on loopback. */
export function locked(name: EngineName): string[] {
  return [
    ...['--network', 'host', '--pull', 'never', '--read-only', '--tmpfs', '/tmp'],
    ...['--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    // Podman would make more folders writable.
    ...(name === 'podman' ? ['--read-only-tmpfs=false'] : []),
  ];
}

/** `--env` options. */
export function variables(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}
