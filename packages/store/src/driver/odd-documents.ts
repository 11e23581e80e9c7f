/**
 * Documents that the driver cannot serialise. One call contains the writes of many callers, and the driver throws for
 * all of them because of one such document. This module finds that document, so that only its write fails.
 */
import { BSON } from 'mongodb';

// The limit for one document, less what the driver and an update add around it.
const largestBytes = 16 * 1024 * 1024 - 64 * 1024;

/**
 * Runs `run` on all of `asks`. If it throws before anything was sent, because the document of an ask cannot be
 * serialised or is too large, only that ask gets an `Error` and the others run without it. Any other error is thrown.
 * Documents are checked only after a failure, because checking them beforehand would serialise everything twice.
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
    // Only inserts of leads can form a batch that is sent in several parts, some of them before the driver threw. When
    // they run again, they find their own documents.
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
