/** Reads ENCRYPTION_KEY for a command by the parser of the services. */
import { Problem } from '@sluice/local';
import { ConfigError, encryptionFragment, readConfig } from '@sluice/process';
import { sealingKey, type SealingKey } from '@sluice/store';

/**
 * The keys in the text of ENCRYPTION_KEY: the first encrypts, all decrypt. Throws a {@link Problem}, which does not
 * contain the text, if no service would start with it.
 */
export function encryptionKeysIn(text: string): readonly SealingKey[] {
  try {
    return readConfig(encryptionFragment, { ENCRYPTION_KEY: text }).ENCRYPTION_KEY.map(sealingKey);
  } catch (error) {
    throw error instanceof ConfigError ? new Problem(`${error.problems.join('; ')}.`) : error;
  }
}
