/** Credentials that a tenant file writes out where it could refer to a secret. */
import { sections, type TenantFile } from '@sluice/contracts';
import { literalProblem, outgoingTexts, type OutgoingText, type SendingParts } from '@sluice/domain';
import type { LiveFile } from './live-file.js';

/** A text of the file in which a credential is written out. */
export interface Literal {
  /** Where it is in the file. */
  readonly place: string;
  /** `path: problem`, with advice. */
  readonly problem: string;
}

/** The texts with a credential, except those that are stored like this already: they were accepted before. */
export function newLiterals(file: TenantFile, live: LiveFile | undefined): readonly Literal[] {
  const known = new Set(
    live === undefined ? [] : outgoingTexts(live as unknown as SendingParts).map(keyIn(live)),
  );
  const keyOf = keyIn(file);
  return outgoingTexts(file).flatMap((sent) => {
    const problem = literalProblem(sent);
    if (problem === undefined || known.has(keyOf(sent))) return [];
    const place = sent.path.join('.');
    return [{ place, problem: `${place}: ${problem}` }];
  });
}

// The same item may be at another position in another file.
function keyIn(file: object): (text: OutgoingText) => string {
  return ({ path: [section = '', position = '', ...rest], text }) => {
    const id = sections.find((each) => each.section === section)?.id;
    const items = (file as Readonly<Record<string, unknown>>)[section];
    const item: unknown = Array.isArray(items) ? items[Number(position)] : undefined;
    const name = id === undefined ? position : (item as Readonly<Record<string, unknown>> | undefined)?.[id];
    return JSON.stringify([section, name, rest, text]);
  };
}
