/** A change of a configuration as it is answered, without secrets. */
import { SECRET_MARK } from '@sluice/contracts';
import { changeText, type Change } from './plan-changes.js';
import { withoutSecrets } from './secrets.js';

/** The change with the values of its fields, secrets masked. */
export function shownChange(change: Change) {
  const { section, kind, id, fields, removed } = change;
  return {
    section,
    kind,
    id,
    change: change.change,
    text: changeText(change),
    removed: [...removed],
    fields: fields.map(({ path, before, after }) => ({
      path: path.join('.'),
      before: before === undefined ? undefined : shownValue(section, path, before),
      after: after === undefined ? undefined : shownValue(section, path, after),
    })),
  };
}

// Whether a value is a secret depends on its place.
function shownValue(section: Change['section'], path: readonly string[], value: unknown): unknown {
  if (section === 'providers' || section === 'secrets') return SECRET_MARK;
  const inPlace = path.reduceRight((inner, name) => ({ [name]: inner }), value);
  return path.reduce(
    (outer, name) => (outer as Readonly<Record<string, unknown>>)[name],
    withoutSecrets(inPlace),
  );
}
