/** The secrets that a Liquid template reads. Only those are handed to it, so that no template can read others. */
import { secretReference, type SecretValues } from '@sluice/contracts';
import { readsOf } from '../templates/template.js';

const ROOT = 'secrets';

const MOST_KNOWN = 100;

// A template is asked for with every lead that it carries.
const known = new Map<string, readonly string[]>();

/** The names of the secrets that a template reads, each once. */
export function secretNamesInTemplate(template: string): readonly string[] {
  const before = known.get(template);
  if (before) return before;
  const names = [...new Set(readsOf(template, ROOT).flatMap((path) => path?.[0] ?? []))];
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(template, names);
  return names;
}

/** Why a template's use of secrets is refused; undefined if it may be stored. */
export function templateSecretProblem(template: string): string | undefined {
  const isNamed = (path: readonly string[] | undefined) =>
    path?.length === 1 && /^[a-z0-9_]{1,64}$/.test(path[0] ?? '');
  return readsOf(template, ROOT).every(isNamed)
    ? undefined
    : 'must name each secret that it reads, as {{ secrets.name }}';
}

/** The value `secrets` of a template: the values of the secrets that it reads or, without values, the references. */
export function secretsOfTemplate(template: string, secrets: SecretValues | undefined): SecretValues {
  const isThere = (name: string) => secrets === undefined || Object.hasOwn(secrets, name);
  return Object.fromEntries(
    secretNamesInTemplate(template)
      .filter(isThere)
      .map((name) => [name, secrets?.[name] ?? secretReference(name)]),
  );
}
