/**
 * Keys of effects. A key guarantees that an effect occurs once, so it consists only of ids whose spelling cannot
 * collide with another key.
 */
import { sha256 } from '../sha256.js';

/** Once per submission: `<submission>.<trigger>.<target>`. */
export function submissionKey(submissionId: string, trigger: string, target: string): string {
  return `${submissionId}.${trigger}.${target}`;
}

/** Once per lead, whichever submission triggers it: `<lead>.<target>`. */
export function leadKey(leadId: string, target: string): string {
  return `${leadId}.${target}`;
}

/** Once per client: `client.<client>.<target>`. Belongs to no lead, so it needs an `expiresAt`. */
export function clientKey(clientId: string, target: string): string {
  return `client.${keyPart(clientId)}.${target}`;
}

/** Returns a user-chosen id in a form that is safe in a key; unusual ids are hashed. */
function keyPart(chosen: string): string {
  if (/^[A-Za-z0-9_:-]{1,64}$/.test(chosen)) return chosen;
  return `~${sha256(chosen).slice(0, 32)}`;
}

/**
 * Gives each entry of a campaign's list a unique name: its id, or its position in the list if it has no id or the id of
 * an earlier entry.
 */
export function entryNames(ids: readonly (string | undefined)[]): string[] {
  return ids.map((id, index) =>
    id === undefined || id === '' || ids.indexOf(id) < index ? `~${index}` : keyPart(id),
  );
}
