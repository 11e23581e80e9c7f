/** A list of keys of either kind: their purpose, last use and state, and their revocation. */
import type { ApiKeyView } from '@sluice/contracts';
import { may } from '../../api/session.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import type { Column } from '../../components/table.js';
import { TimeAndAge, TimeInText } from '../../components/time.js';
import { toastGood } from '../../components/toast.js';

interface KeyColumnsOf<Key> {
  /** The time zone of the times; by default that of the browser. */
  readonly zone?: string | undefined;
  /** The revocation of a key, and its description. */
  readonly revoke: (key: Key) => { readonly what: string; readonly run: () => Promise<unknown> };
}

const tones: Readonly<Record<ApiKeyView['state'], Tone>> = {
  works: 'good',
  expired: 'warn',
  revoked: 'neutral',
};

/** Starts with the columns of the key and its name. */
export function keyColumns<Key extends ApiKeyView>({
  zone,
  revoke,
}: KeyColumnsOf<Key>): readonly [Column<Key>, Column<Key>, ...Column<Key>[]] {
  const ask = (key: Key): void => {
    const { what, run } = revoke(key);
    confirm({
      title: `Revoke “${key.name}” (${key.prefix}…)?`,
      what: <p>{what}</p>,
      does: 'Revoke key',
      danger: true,
      run: async () => {
        await run();
        toastGood(`The key “${key.name}” is revoked.`);
      },
    });
  };
  return [
    { head: 'Key', shrink: true, cell: ({ prefix }) => <code>{prefix}…</code> },
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Created', shrink: true, cell: ({ createdAt }) => <TimeAndAge at={createdAt} zone={zone} /> },
    {
      head: 'Last used',
      shrink: true,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === undefined ? (
          <span className="quiet">never</span>
        ) : (
          <TimeAndAge at={lastUsedAt} zone={zone} />
        ),
    },
    { head: 'State', shrink: true, cell: (key) => <State of={key} zone={zone} /> },
    ...(may('adminRevokeApiKey')
      ? [
          {
            head: 'Actions',
            shrink: true,
            cell: (key: Key) =>
              key.revokedAt === undefined && (
                <Button small danger onClick={() => ask(key)}>
                  Revoke
                </Button>
              ),
          },
        ]
      : []),
  ];
}

function State({ of, zone }: { readonly of: ApiKeyView; readonly zone: string | undefined }) {
  const { state, expiresAt, revokedAt } = of;
  return (
    <span className="nowrap">
      <Badge tone={tones[state]}>{state}</Badge>{' '}
      {revokedAt !== undefined && <TimeInText at={revokedAt} zone={zone} />}
      {state === 'works' && expiresAt !== undefined && (
        <span className="quiet">
          expires <TimeInText at={expiresAt} zone={zone} />
        </span>
      )}
    </span>
  );
}
