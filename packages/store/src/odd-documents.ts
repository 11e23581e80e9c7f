/**
 * Documents that the driver cannot serialise. Writes of many callers travel together, and the driver throws for all of
 * them when it stumbles over one; here that one is found, so that it fails alone.
 */
import { BSON } from 'mongodb';

// What the database takes as one document, less what the driver and an update put around it.
const largestBytes = 16 * 1024 * 1024 - 64 * 1024;

/**
 * Runs `run` over all of `asks`. When that throws before anything left, because the document of an ask cannot be
 * serialised or is too large, that ask alone is answered with an `Error` and the others run without it. Any other error
 * is thrown. Documents are looked at only after a failure: looking at each beforehand would serialise all of them twice.
 */
export async function apartFromOdd<Ask, Answer>(
  asks: readonly Ask[],
  documentOf: (ask: Ask) => object,
  run: (asks: readonly Ask[]) => Promise<(Answer | Error)[]>,
): Promise<(Answer | Error)[]> {
  try {
    return await run(asks);
  } catch (error) {
    const problems = asks.map((ask) => serialisationProblem(documentOf(ask)));
    if (problems.every((problem) => problem === undefined)) throw error;
    const sound = asks.filter((_ask, index) => problems[index] === undefined);
    const answers = sound.length > 0 ? await run(sound) : [];
    // Only inserts of leads can make a batch that leaves in parts, some of them before the driver threw; asked again,
    // they find their own documents.
    let next = 0;
    return problems.map((problem) => problem ?? (answers[next++] as Answer | Error));
  }
}

function serialisationProblem(document: object): Error | undefined {
  try {
    const { length } = BSON.serialize(document, { ignoreUndefined: true });
    return length > largestBytes ? new Error(`a document of ${length} bytes cannot be stored`) : undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error('a document cannot be serialised');
  }
}
