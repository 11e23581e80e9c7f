/** The keys that credentials of vendors are sealed with. */
import { ApiError } from '@sluice/contracts';
import type { SealingKey } from '@sluice/store';

/** The keys of this process. @throws ApiError INVALID_STATE when it was given none */
export function sealingKeysOf(keys: readonly SealingKey[] = []): readonly SealingKey[] {
  if (keys.length > 0) return keys;
  throw new ApiError('INVALID_STATE', {
    message: 'Credentials of vendors cannot be written here: this process was given no ENCRYPTION_KEY',
  });
}
