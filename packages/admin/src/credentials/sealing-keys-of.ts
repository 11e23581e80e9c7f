/** The keys that encrypt vendors' credentials and tenants' secrets. */
import { ApiError } from '@sluice/contracts';
import type { SealingKey } from '@sluice/store';

/** The keys of this process. @throws ApiError INVALID_STATE if it has none */
export function sealingKeysOf(keys: readonly SealingKey[] = []): readonly SealingKey[] {
  if (keys.length > 0) return keys;
  throw new ApiError('INVALID_STATE', {
    message: 'Credentials and secrets cannot be stored: this process has no ENCRYPTION_KEY',
  });
}
