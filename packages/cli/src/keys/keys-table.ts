/** Keys as a table. */
import type { AdminKeyView, ApiKeyView } from '@sluice/contracts';
import { table } from '../output.js';

/** One row per key, oldest first; admin keys with their role. */
export function keysTable(keys: readonly (ApiKeyView | AdminKeyView)[]): string {
  const withRole = keys.some((key) => 'role' in key);
  return table([
    ['PREFIX', 'NAME', ...(withRole ? ['ROLE'] : []), 'CREATED', 'LAST USED', 'STATE'],
    ...keys.map((key) => [
      key.prefix,
      key.name,
      ...('role' in key ? [key.role] : []),
      key.createdAt,
      key.lastUsedAt ?? 'never',
      key.state,
    ]),
  ]);
}
