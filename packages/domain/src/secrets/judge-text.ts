/** Judges a text of the configuration that is sent: which secrets it refers to, and what is wrong with it. */
import { headerProblem, secretNamesIn, secretReferenceProblem, type SecretValues } from '@sluice/contracts';
import { isWrittenOut } from './credential-value.js';
import { credentialsInUrl, hasCredential } from './literal-credentials.js';
import type { OutgoingText } from './outgoing-texts.js';
import { secretNamesInTemplate, templateSecretProblem } from './template-secrets.js';

/** The names of the secrets that the text refers to. */
export function secretNamesOfText({ kind, text }: OutgoingText): readonly string[] {
  return kind === 'template' ? secretNamesInTemplate(text) : secretNamesIn(text);
}

/** Why the text's references to secrets are refused; undefined if they are not. */
export function referenceProblem({ kind, text }: OutgoingText): string | undefined {
  return kind === 'template' ? templateSecretProblem(text) : secretReferenceProblem(text);
}

/**
 * Why a header could not be sent with these secrets in it; undefined if it could. Names the first secret that is at
 * fault, and no part of its value.
 */
export function headerSecretProblem(
  { kind, path, text }: OutgoingText,
  secrets: SecretValues,
): string | undefined {
  if (kind !== 'header') return undefined;
  for (const name of secretNamesIn(text)) {
    const value = Object.hasOwn(secrets, name) ? secrets[name] : undefined;
    const problem = value === undefined ? undefined : headerProblem(path.at(-1) ?? '', value);
    if (problem !== undefined) return `cannot be sent with the secret ${name}, whose value ${problem}`;
  }
  return undefined;
}

const ADVICE =
  'keep it under `secrets:` and write {{ secrets.NAME }} here, or allow literal credentials explicitly';

/** Why the text is refused as a credential that was written out; undefined if it is none. */
export function literalProblem({ kind, path, text }: OutgoingText): string | undefined {
  switch (kind) {
    case 'header':
      return isWrittenOut(path.at(-1) ?? '', text) ? `looks like a credential: ${ADVICE}` : undefined;
    case 'url': {
      const [part] = credentialsInUrl(text);
      if (part === undefined) return undefined;
      const where = part === 'path' ? 'in its path' : `as parameter ${part}`;
      return `has what looks like a credential ${where}: ${ADVICE}`;
    }
    case 'template':
      return hasCredential(text) ? `contains what looks like a credential: ${ADVICE}` : undefined;
    // Otherwise the value is the key of a field.
    case 'field':
      return undefined;
  }
}
