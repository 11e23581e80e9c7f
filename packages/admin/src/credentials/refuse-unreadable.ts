/** The refusal of an operation that would need credentials or secrets of a tenant that no configured key decrypts. */
import { ApiError } from '@sluice/contracts';
import { UnknownSealingKeyError } from '@sluice/store';

/**
 * Handles a rejection of the tenant store: an unknown key is the caller's to clear up, any other error is rethrown.
 * @throws ApiError INVALID_STATE if credentials or secrets of `tenantId` were encrypted with a key that is not
 *   configured
 */
export function refuseUnreadable(tenantId: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof UnknownSealingKeyError)) throw error;
    throw new ApiError('INVALID_STATE', {
      message:
        `Stored credentials or secrets of tenant ${tenantId} were encrypted with a key that is not configured ` +
        `(fingerprint ${error.keyId}); nothing was changed. Set ENCRYPTION_KEY to that key. Only if it is lost, ` +
        'discard what no key decrypts: sluice credentials reencrypt --discard-unreadable',
    });
  };
}
