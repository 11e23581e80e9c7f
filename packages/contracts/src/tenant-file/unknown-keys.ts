/** Finds the keys that a lenient schema dropped. The comparison saves every resource a second, strict schema. */

/** Returns a `path: problem` line for each key of `sent` that is missing from the parsed value `read`. */
export function unknownKeys(sent: unknown, read: unknown, path: readonly string[] = []): string[] {
  if (!isContainer(sent) || !isContainer(read)) return [];
  return Object.keys(sent).flatMap((key) => {
    const here = [...path, key];
    if (!Object.hasOwn(read, key)) return [`${here.join('.')}: is not a known field`];
    return unknownKeys(sent[key], read[key], here);
  });
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
