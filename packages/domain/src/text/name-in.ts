/** The name that `names` have for an id; undefined if it is unknown. */
export function nameIn(
  names: Readonly<Record<string, string>>,
  id: string | null | undefined,
): string | undefined {
  return id !== undefined && id !== null && Object.hasOwn(names, id) ? names[id] : undefined;
}
