/** What the operations stand on; each declares the part of it that it uses. */
import type { Core } from '@sluice/pipeline';
import type { RedisConnection } from '@sluice/runtime';

export interface AdminDeps extends Core {
  /** One that fails fast. */
  readonly redis: RedisConnection;
}
