/**
 * Keys of effects. A key is the promise that something happens once, so it is made of ids only, and of ids whose
 * spelling cannot reach into another key.
 */
import { sha256 } from '../sha256.js';

/** Once per submission: `<submission>.<trigger>.<target>`. */
export function submissionKey(submissionId: string, trigger: string, target: string): string {
  return `${submissionId}.${trigger}.${target}`;
}

/** Once per lead, whatever submission sets it off: `<lead>.<target>`. */
export function leadKey(leadId: string, target: string): string {
  return `${leadId}.${target}`;
}

/** Answers an id that people have chosen as it may stand in a key; what is unusual is hashed. */
function keyPart(chosen: string): string {
  if (/^[A-Za-z0-9_:-]{1,64}$/.test(chosen)) return chosen;
  return `~${sha256(chosen).slice(0, 32)}`;
}

/**
 * Gives each entry of a campaign's list a name of its own: its id, or its place in the list when it has none or
 * shares it with an earlier entry.
 */
export function entryNames(ids: readonly (string | undefined)[]): string[] {
  return ids.map((id, index) =>
    id === undefined || id === '' || ids.indexOf(id) < index ? `~${index}` : keyPart(id),
  );
}
