/** What the operations stand on; each declares the part of it that it uses. */
import type { Core } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/runtime';
import type { SealingKey } from '@sluice/store';

export interface AdminDeps extends Core {
  /** One that fails fast. */
  readonly redis: RedisConnection;
  /** Seal and open the credentials of vendors; a process that was given none writes none. */
  readonly encryptionKeys?: readonly SealingKey[] | undefined;
}
