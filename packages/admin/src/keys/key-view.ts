/** A key of any kind without its value. */
import type { ApiKeyView } from '@sluice/contracts';
import { keyState, type ApiKey } from '@sluice/store';

type KeyFacts = Omit<ApiKey, 'tenantId'>;

/** The key's facts at `now`, never its value. */
export function keyView(key: KeyFacts, now: Date): ApiKeyView {
  const { prefix, name, supplierId, createdAt, lastUsedAt, expiresAt, revokedAt } = key;
  return {
    prefix,
    name,
    supplierId,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    revokedAt: revokedAt?.toISOString(),
    state: keyState(key, now),
  };
}
