/** What the operations stand on; each declares the part of it that it uses. */
import type { Core } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/runtime';
import type { SealingKey } from '@sluice/store';

export interface AdminDeps extends Core {
  /** One that fails fast. */
  readonly redis: RedisConnection;
  /** Seal and open the tenants' vendor credentials; the first one seals. */
  readonly encryptionKeys: readonly SealingKey[];
}
