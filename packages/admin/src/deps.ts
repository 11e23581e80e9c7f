/** The dependencies of the operations; each operation declares the part that it uses. */
import type { Core } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/runtime';
import type { SealingKey } from '@sluice/store';

export interface AdminDeps extends Core {
  /** A connection that fails fast. */
  readonly redis: RedisConnection;
  /** Encrypt and decrypt credentials and secrets; a process without keys writes none. */
  readonly encryptionKeys?: readonly SealingKey[] | undefined;
}
