/** Versions of the GNU C library: the version of this process, and how two versions compare. */

/** Major and minor number, e.g. 2.36. */
export interface GlibcVersion {
  readonly major: number;
  readonly minor: number;
}

/** Parses "2.36"; undefined if the text is not a version. */
export function parseGlibcVersion(text: string): GlibcVersion | undefined {
  const match = /^(\d+)\.(\d+)/.exec(text);
  return match === null ? undefined : { major: Number(match[1]), minor: Number(match[2]) };
}

/** Whether `version` comes before `other`. */
export function isOlder(version: GlibcVersion, other: GlibcVersion): boolean {
  return version.major === other.major ? version.minor < other.minor : version.major < other.major;
}

/** Formats the version as "2.36". */
export function formatGlibcVersion(version: GlibcVersion): string {
  return `${version.major}.${version.minor}`;
}

/** The version of the C library on this host; undefined if it is another library (musl, macOS). */
export function hostGlibcVersion(): GlibcVersion | undefined {
  // Without this setting the report resolves host names, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const text = report.header?.glibcVersionRuntime;
  return text === undefined ? undefined : parseGlibcVersion(text);
}
