/** A registry of npm packages on loopback that offers what is installed here, so that a test installs without a network. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@sluice/local';
import { listen, type Listening } from '@sluice/testing';

const run = promisify(execFile);

/** Serves every package of the lockfile that is installed. */
export async function serveInstalled(): Promise<Listening> {
  const lock = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>;
  };
  const folders = Object.keys(lock.packages).filter((folder) =>
    existsSync(join(projectRoot, folder, 'package.json')),
  );
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const url = `http://${request.headers.host}`;
    const answer = path.endsWith('.tgz')
      ? tarball(path.slice(0, -'.tgz'.length))
      : described(
          path,
          folders.filter((folder) => folder.endsWith(`node_modules/${path}`)),
          url,
        );
    answer.then(
      (body) => (body === undefined ? response.writeHead(404).end() : response.end(body)),
      () => response.destroy(),
    );
  });
  return listen(server);
}

/** What a registry says of a package; undefined if it is not installed. */
async function described(name: string, folders: readonly string[], url: string): Promise<string | undefined> {
  const found = folders.map((folder) => ({
    ...(JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')) as { version: string }),
    dist: { tarball: `${url}/${folder}.tgz` },
  }));
  const [first] = found;
  if (!first) return undefined;
  const versions = Object.fromEntries(found.map((one) => [one.version, one]));
  return JSON.stringify({ name, 'dist-tags': { latest: first.version }, versions });
}

async function tarball(folder: string): Promise<Buffer> {
  const path = join(projectRoot, folder);
  const args = ['-czf', '-', '--exclude', 'node_modules', '-C', dirname(path), basename(path)];
  const { stdout } = await run('tar', args, { encoding: 'buffer', maxBuffer: 256 * 1024 * 1024 });
  return stdout;
}
