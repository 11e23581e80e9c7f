/** The version of the GNU C library, of which only the number after `2.` matters: there is no other major version. */

/** Parses "2.36" to 36; undefined if the text is not such a version. */
export function minorVersion(text: string): number | undefined {
  const [, minor] = /^2\.(\d+)/.exec(text) ?? [];
  return minor === undefined ? undefined : Number(minor);
}

/** The version on this host; undefined if it has another C library (musl, macOS). */
export function hostGlibc(): number | undefined {
  // Without this setting the report resolves host names, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  return minorVersion(report.header?.glibcVersionRuntime ?? '');
}
