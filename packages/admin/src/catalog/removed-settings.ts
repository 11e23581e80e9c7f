/** The settings of a tenant that its file removes: those that are null in it. */
import { isObject, tenantSettingsSchema } from '@sluice/contracts';

const known: readonly string[] = Object.keys(tenantSettingsSchema.shape);

/** Takes them out of the parsed document, in place, and returns their names; `settings: null` removes all. */
export function takeRemoved(document: unknown): readonly string[] {
  if (!isObject(document)) return [];
  const { settings } = document;
  if (settings === null) {
    delete document['settings'];
    return known;
  }
  if (!isObject(settings)) return [];
  const removed = Object.keys(settings).filter((name) => settings[name] === null);
  for (const name of removed) delete settings[name];
  return removed;
}

/** A `path: problem` for each that is no setting: a misspelt one would seem to be removed. */
export function unknownSettings(removed: readonly string[]): string[] {
  return removed
    .filter((name) => !known.includes(name))
    .map((name) => `settings.${name}: is not a known field`);
}
