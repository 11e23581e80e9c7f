/** Adapts a command so that the engine accepts it and executes it as a MongoDB server would. */
import { listElements } from './bson-elements.js';
import { cutOut, type Cut } from './cut-out.js';
import { journalMajority } from './write-concern.js';

/** The result of `adaptCommand`. */
export interface AdaptedCommand {
  /** The message to forward: a view of the same memory. */
  readonly message: Buffer;
  /** The names of the removed fields, in order. */
  readonly removed: readonly string[];
}

/**
 * Removes the named top-level fields from the command at `commandAt` and corrects its write concern, in place.
 * @throws RangeError if the command is not a BSON document.
 */
export function adaptCommand(
  message: Buffer,
  commandAt: number,
  unwanted: ReadonlySet<string>,
): AdaptedCommand {
  const removed: string[] = [];
  const cuts: Cut[] = [];
  for (const element of listElements(message, commandAt)) {
    if (unwanted.has(element.name)) {
      removed.push(element.name);
      cuts.push({ start: element.at, end: element.end });
    } else if (element.name === 'writeConcern') {
      const leftOver = journalMajority(message, element);
      if (leftOver !== undefined) cuts.push(leftOver);
    }
  }
  return { message: cutOut(message, commandAt, cuts), removed };
}
