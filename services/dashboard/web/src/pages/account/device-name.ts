/** What a person calls a device, read from what its browser says of itself. */

// Browsers name the others whose pages they can show, so whoever is named by fewer comes first.
const browsers = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

/** E.g. `Firefox on Linux` for a `User-Agent`; the text itself where it is none of a browser, `unknown` for none. */
export function deviceName(userAgent: string): string {
  const [browser, system] = [browsers, systems].map(
    (known) => known.find(([, sign]) => sign.test(userAgent))?.[0],
  );
  if (browser === undefined) return userAgent.slice(0, 80) || 'unknown';
  return system === undefined ? browser : `${browser} on ${system}`;
}
