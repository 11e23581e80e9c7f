/** What the commands for keys of tenants and for admin keys have in common. */
import type { AdminKeyView, ApiKeyView } from '@sluice/contracts';

/** A new key, which is shown once. */
export const createKey = {
  isTyped: true,
  options: { expiresAt: 'expires' },
  times: ['expiresAt'],
  json: ({ key, prefix }: NewKey) => ({ key, prefix }),
  text: ({ key, prefix }: NewKey) => `${key}\nIt is not shown again. Its prefix is ${prefix}.`,
} as const;

interface NewKey {
  readonly key: string;
  readonly prefix: string;
}

/** A key that is revoked. */
export const revokeKey = {
  json: ({ revoked }: { readonly revoked: number }, { prefix }: Readonly<Record<string, string>>) => ({
    revoked,
    prefix,
  }),
  text: (_revoked: unknown, { prefix }: Readonly<Record<string, string>>) => `Revoked ${prefix}.`,
};

type Key = ApiKeyView | AdminKeyView;

/** The columns before and behind that of the role, which only admin keys have. */
export const firstColumns = { PREFIX: ({ prefix }: Key) => prefix, NAME: ({ name }: Key) => name };
export const lastColumns = {
  CREATED: ({ createdAt }: Key) => createdAt,
  'LAST USED': ({ lastUsedAt = 'never' }: Key) => lastUsedAt,
  STATE: ({ state }: Key) => state,
};
