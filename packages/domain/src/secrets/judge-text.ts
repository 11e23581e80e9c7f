/** Judges a text of the configuration that is sent: which secrets it refers to, and what is wrong with it. */
import {
  credentialsIn,
  credentialsInTemplate,
  headerProblem,
  isLiteralHeader,
  secretNamesIn,
  secretReferenceProblem,
  type LiteralCredential,
  type SecretValues,
} from '@sluice/contracts';
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
      return isLiteralHeader(path.at(-1) ?? '', text)
        ? `is a credential that is written out: ${ADVICE}`
        : undefined;
    case 'url':
      return containedProblem(credentialsIn(text));
    case 'template':
      return containedProblem(credentialsInTemplate(text));
    // Otherwise the value is the key of a field.
    case 'field':
      return undefined;
  }
}

function containedProblem([first]: readonly LiteralCredential[]): string | undefined {
  return first && `contains a credential that is written out (${first.name}): ${ADVICE}`;
}
