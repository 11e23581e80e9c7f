import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findEngineFiles, type Host } from './engine-files.js';

const nothingInstalled = (): undefined => undefined;

function reasonOn(host: Pick<Host, 'platform' | 'arch' | 'glibc'>): string {
  const files = findEngineFiles({ ...host, hasKoffi: true, findManifest: nothingInstalled });
  if (files.kind === 'found') throw new Error('found');
  return files.reason;
}

describe('findEngineFiles', () => {
  it.each([
    [{ platform: 'win32', arch: 'x64', glibc: undefined }, 'not available for win32 on x64'],
    [{ platform: 'linux', arch: 'x64', glibc: undefined }, 'needs glibc'],
    [{ platform: 'linux', arch: 'x64', glibc: 35 }, 'needs glibc 2.36 or newer, and this host has 2.35'],
    [{ platform: 'linux', arch: 'arm64', glibc: 36 }, 'embedded-mongodb-linux-arm64-gnu) is not installed'],
    [
      { platform: 'darwin', arch: 'arm64', glibc: undefined },
      'embedded-mongodb-darwin-arm64) is not installed',
    ],
  ])('reports in one sentence with a remedy what is missing: %j', (host, missing) => {
    const reason = reasonOn(host);
    expect(reason).toContain(missing);
    expect(reason).toMatch(/^[A-Z][^\n]*MONGODB_URL\.$/);
  });

  it.each(['linux', 'darwin'])('finds the library of the binary package on %s', (platform) => {
    const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string };
    const host = {
      platform,
      arch: 'arm64',
      glibc: platform === 'linux' ? 36 : undefined,
    };
    const without = findEngineFiles({ ...host, hasKoffi: false, findManifest: () => manifest });
    expect(without).toMatchObject({
      kind: 'missing',
      reason: expect.stringMatching(/^koffi.*MONGODB_URL\.$/) as unknown,
    });
    expect(findEngineFiles({ ...host, hasKoffi: true, findManifest: () => manifest })).toEqual({
      kind: 'found',
      file: join(dirname(manifest), 'libembedded_mongodb_native.so'),
      label: `embedded-mongodb-${platform === 'linux' ? 'linux-arm64-gnu' : 'darwin-arm64'}-${version}`,
      needsPatch: platform === 'linux',
    });
  });
});
