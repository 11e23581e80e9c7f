/** A parsed tenant file: completed from what is stored, then read, with every problem in it. */
import {
  isTooDeep,
  placeOf,
  readTenantFile,
  type ReadOutcome,
  type ReadSettings,
  type TenantFile,
} from '@sluice/contracts';
import {
  documentProblems,
  outgoingTexts,
  patternProblem,
  readAmount,
  referenceProblem,
  templateProblem,
} from '@sluice/domain';
import { takeRemoved, unknownSettings } from './removed-settings.js';

/** A parsed tenant file after reading. */
export interface ReadTenantDocument {
  readonly file: TenantFile;
  /** The settings that the file removes. */
  readonly removed: readonly string[];
  /** The file as it was written: which fields it has. */
  readonly written: unknown;
}

/**
 * Completes the parsed document from the stored configuration. Returns a `path: problem` for each part that cannot be
 * completed.
 */
export type Complete = (document: unknown) => readonly string[];

/**
 * Reads a parsed tenant file. Its patterns are tried with the engine, whoever applies it. All problems, as
 * `path: problem`, are handed to `refuse` at once.
 */
export function readTenantDocument(
  given: unknown,
  complete: Complete,
  settings: ReadSettings,
  refuse: (problems: readonly string[]) => never,
): ReadTenantDocument {
  if (isTooDeep(given)) {
    const { problems: deep = [] } = readTenantFile(given, settings) as {
      readonly problems?: readonly string[];
    };
    return refuse(deep);
  }
  // Completing it changes it in place.
  const document = structuredClone(given);
  const incomplete = complete(document);
  const removed = takeRemoved(document);
  const read = tried(readTenantFile(document, { ...settings, patternProblem }));
  // What could not be completed has its problem already.
  const known = new Set(incomplete.map(pathOf));
  const found = read.kind === 'invalid' ? read.problems.filter((problem) => !known.has(pathOf(problem))) : [];
  const problems = [...incomplete, ...unknownSettings(removed), ...found];
  if (read.kind === 'invalid' || problems.length > 0) return refuse(problems);
  return { file: read.value, removed, written: document };
}

/** The path of a `path: problem`. */
export function pathOf(problem: string): string {
  return problem.slice(0, problem.indexOf(':'));
}

function tried(read: ReadOutcome<TenantFile>): ReadOutcome<TenantFile> {
  if (read.kind === 'invalid') return read;
  const ofEndpoints = read.value.deliveryEndpoints.flatMap((endpoint, index) =>
    endpointProblems(endpoint).map((problem) => `deliveryEndpoints.${index}.${problem}`),
  );
  const ofReferences = outgoingTexts(read.value).flatMap((sent) => {
    const problem = referenceProblem(sent);
    return problem === undefined ? [] : [`${sent.path.join('.')}: ${problem}`];
  });
  const ofDocuments = read.value.campaigns.flatMap(({ documents }, index) =>
    documentProblems(documents).map((problem) => `campaigns.${index}.${problem}`),
  );
  const ofVariables = read.value.agentVariables.flatMap(({ variables }, index) =>
    Object.entries(variables).flatMap(([name, template]) => {
      const problem = templateProblem(template);
      return problem === undefined ? [] : [`agentVariables.${index}.variables.${name}: ${problem}`];
    }),
  );
  const ofLookups = read.value.lookups.flatMap(({ body }, index) => {
    const problem = body === undefined ? undefined : templateProblem(body);
    return problem === undefined ? [] : [`lookups.${index}.body: ${problem}`];
  });
  const problems = [...ofEndpoints, ...ofDocuments, ...ofVariables, ...ofLookups, ...ofReferences];
  return problems.length > 0 ? { kind: 'invalid', problems } : read;
}

function endpointProblems({
  format,
  template,
  responseRules,
}: TenantFile['deliveryEndpoints'][number]): string[] {
  const problem = format === 'liquid' && template !== undefined ? templateProblem(template) : undefined;
  const prices = responseRules.flatMap(({ price }, index) =>
    price === undefined || placeOf(price) || readAmount(price) !== undefined
      ? []
      : [`responseRules.${index}.price: must be an amount, or a path such as $.price or /response/price`],
  );
  return [...(problem === undefined ? [] : [`template: ${problem}`]), ...prices];
}
