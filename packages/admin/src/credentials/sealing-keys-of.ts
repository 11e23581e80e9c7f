/** The keys that encrypt vendors' credentials. */
import { ApiError } from '@sluice/contracts';
import type { SealingKey } from '@sluice/store';

/** The keys of this process. @throws ApiError INVALID_STATE if it has none */
export function sealingKeysOf(keys: readonly SealingKey[] = []): readonly SealingKey[] {
  if (keys.length > 0) return keys;
  throw new ApiError('INVALID_STATE', {
    message: 'Vendor credentials cannot be stored: this process has no ENCRYPTION_KEY',
  });
}
