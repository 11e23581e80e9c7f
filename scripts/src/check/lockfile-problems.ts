/**
 * Whether the lockfile contains exactly what the packages require, so that the installed packages are the reviewed
 * ones. Pure.
 */

type Versions = Readonly<Record<string, string>>;

/** The part of a package.json, or of its entry in the lockfile, that names other packages. */
export interface Wants {
  readonly dependencies?: Versions;
  readonly devDependencies?: Versions;
}

/** The checked part of package-lock.json, by folder (`''` is the root). */
export interface Lockfile {
  readonly packages: Readonly<
    Record<string, Wants & { readonly integrity?: string; readonly link?: boolean }>
  >;
}

/** One sentence for each difference. `manifests` are the package.json files by folder. */
export function lockfileProblems(manifests: Readonly<Record<string, Wants>>, lock: Lockfile): string[] {
  return Object.entries(manifests).flatMap(([folder, manifest]) => {
    const locked = lock.packages[folder];
    const who = folder === '' ? 'package.json' : `${folder}/package.json`;
    if (!locked) return [`${who} is not in package-lock.json; run npm install.`];
    return (['dependencies', 'devDependencies'] as const).flatMap((kind) =>
      differing(manifest[kind] ?? {}, locked[kind] ?? {}).map(
        (name) => `${who} and package-lock.json do not agree on ${name}; run npm install.`,
      ),
    );
  });
}

function differing(wanted: Versions, locked: Versions): string[] {
  const names = new Set([...Object.keys(wanted), ...Object.keys(locked)]);
  return [...names].filter((name) => wanted[name] !== locked[name]);
}
