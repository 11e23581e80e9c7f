/** Makes a command one that the engine takes, and keeps, as a MongoDB server would. */
import { listElements } from './bson-elements.js';
import { cutOut, type Cut } from './cut-out.js';
import { journalMajority } from './write-concern.js';

/** What `adaptCommand` found and did. */
export interface AdaptedCommand {
  /** The message to forward: a view of the same memory. */
  readonly message: Buffer;
  /** Names of the fields that were taken out, in their order. */
  readonly removed: readonly string[];
}

/**
 * Takes the named top-level fields out of the command at `commandAt` and corrects its write concern, in place.
 * @throws RangeError when the command is not a BSON document.
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
