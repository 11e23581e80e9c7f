/** MongoDB and its contents: what is observed of all tenants and of each, and inconsistent configuration. */
import { observe, observedOf, readsOfStores } from '@sluice/admin';
import {
  keyState,
  openStores,
  SchemaBehindError,
  ServerTooOldError,
  type SealingKey,
  type Stores,
} from '@sluice/store';
import type { Tenant } from '@sluice/contracts';
import {
  configurationProblems,
  observeTenant,
  shownUrl,
  type Observation,
  type ObservedOfTenant,
  type ReportSources,
} from '@sluice/reports';
import { unreadFindings, type Examination, type Finding } from './finding.js';
import { clockFindings, serverWords } from './server-findings.js';

const WITHIN_MS = 10_000;

/** Examines the database. Without `encryptionKeys`, vendors' credentials and secrets cannot be checked. */
export async function examineMongodb(
  url: string,
  encryptionKeys: readonly SealingKey[] | undefined,
  hasMailServer: boolean,
): Promise<Examination> {
  let stores: Stores;
  try {
    stores = await openStores(url);
  } catch (error) {
    const where = ` at ${shownUrl(url)} (${error instanceof Error ? error.message : String(error)})`;
    return {
      observed: { away: [{ store: 'mongodb', where }] },
      findings: [],
      unseen: ['outbox, endpoints, configuration and leads, because MongoDB does not answer.'],
    };
  }
  try {
    const tenants = await stores.tenants.all();
    const behind = await schemaFindings(stores);
    const { receiversOff: _ofEachTenant, ...reads } = readsOfStores({ stores });
    const { seen, unread } = await observe(reads, WITHIN_MS);
    const ofTenants = await Promise.all(
      tenants.map(async (tenant) =>
        examineTenant(stores, tenant, { encryptionKeys, hasMailServer }).catch((error: unknown) => ({
          observed: {},
          findings: [cannotBeExamined(tenant.tenantId, error)],
        })),
      ),
    );
    const server = await stores.server();
    return {
      seen: serverWords[server.kind],
      observed: {
        ...observedOf(seen),
        ...together(ofTenants.map(({ observed }) => observed)),
        at: stores.clock.now(),
      },
      findings: [
        ...clockFindings(server),
        ...behind,
        ...unreadFindings('mongodb', unread),
        ...(tenants.length === 0 ? [noTenant] : []),
        ...ofTenants.flatMap(({ findings }) => findings),
      ],
      unseen: unseenOf(encryptionKeys, seen.disk !== undefined || unread.some(({ part }) => part === 'disk')),
    };
  } finally {
    await stores.close();
  }
}

function together(tenants: readonly Partial<ObservedOfTenant>[]): Partial<Observation> {
  return {
    needingAttention: tenants.flatMap(({ needingAttention = [] }) => needingAttention),
    crashing: tenants.flatMap(({ crashing = [] }) => crashing),
    unsentDocuments: tenants.flatMap(({ unsentDocuments = [] }) => unsentDocuments),
    unretained: tenants.flatMap(({ unretained = [] }) => unretained),
    receiversOff: tenants.flatMap(({ receiversOff = [] }) => receiversOff),
  };
}

function unseenOf(encryptionKeys: readonly SealingKey[] | undefined, hasDisk: boolean): string[] {
  return [
    ...(hasDisk ? [] : ["MongoDB's disk, because MongoDB does not report it."]),
    ...(encryptionKeys === undefined
      ? [
          'vendor credentials, secrets and suppression lists, because there is no ENCRYPTION_KEY that can be read.',
        ]
      : []),
  ];
}

const noTenant: Finding = {
  area: 'configuration',
  problem: 'There are no tenants.',
  remedy: 'Create one with `sluice apply FILE`.',
};

async function schemaFindings(stores: Pick<Stores, 'begin'>): Promise<Finding[]> {
  try {
    await stores.begin();
    return [];
  } catch (error) {
    if (error instanceof ServerTooOldError) {
      const problem = 'MongoDB is older than 8.0.';
      return [
        { area: 'mongodb', problem, remedy: 'Upgrade it; until then services wait and are not ready.' },
      ];
    }
    if (!(error instanceof SchemaBehindError)) throw error;
    const lacks = [...error.gap.migrations, ...error.gap.indexes].join(', ');
    return [
      {
        area: 'mongodb',
        problem: `The database is not migrated: it lacks ${lacks}.`,
        remedy: 'Run `sluice migrate`; until then services wait and are not ready.',
      },
    ];
  }
}

function cannotBeExamined(tenantId: string, error: unknown): Finding {
  const because = error instanceof Error ? error.message : String(error);
  return {
    area: 'mongodb',
    problem: `Tenant ${tenantId} cannot be examined (${because}).`,
    remedy: 'Another program may have changed its documents; find the change and correct it.',
  };
}

async function examineTenant(
  stores: ReportSources & Pick<Stores, 'apiKeys' | 'secrets'>,
  tenant: Tenant,
  {
    encryptionKeys: given,
    hasMailServer,
  }: { readonly encryptionKeys: readonly SealingKey[] | undefined; readonly hasMailServer: boolean },
): Promise<{ readonly observed: ObservedOfTenant; readonly findings: readonly Finding[] }> {
  const { tenantId } = tenant;
  const of = stores.forTenant(tenantId);
  const encryptionKeys = given ?? [];
  const [catalogs, unreadableLists, keys, observed] = await Promise.all([
    catalogsOf(of),
    of.suppression.unreadable(encryptionKeys),
    stores.apiKeys.list(tenantId),
    observeTenant(stores, tenantId),
  ]);
  const now = stores.clock.now();
  const working = keys.filter((key) => keyState(key, now) === 'works');
  const [credentials, secrets, unreadable] = await Promise.all([
    stores.secrets.credentials(tenantId, encryptionKeys).catch(() => undefined),
    stores.secrets.list(tenantId),
    stores.secrets.values(tenantId, encryptionKeys).then(
      () => false,
      () => true,
    ),
  ]);
  const problems = configurationProblems({
    tenant,
    ...catalogs,
    suppliersWithKey: new Set(working.flatMap(({ supplierId }) => supplierId ?? [])),
    credentials,
    secrets: secrets.map(({ name }) => name),
    hasMailServer,
  });
  return {
    observed,
    findings: [
      ...problems.map((one): Finding => ({ area: 'configuration', ...one })),
      // Without a key nobody knows what that of the services opens.
      ...(given && credentials === undefined ? [sealed(tenantId, 'vendor credentials')] : []),
      ...(given && unreadable ? [sealed(tenantId, 'secrets')] : []),
      ...listFindings(tenantId, catalogs, given ? unreadableLists : []),
    ],
  };
}

/** The catalogs that are examined. */
const examined = [
  'campaigns',
  'clients',
  'offers',
  'deliveryEndpoints',
  'phoneNumbers',
  'smsAgents',
  'valueSets',
  'lookups',
  'suppliers',
  'suppressionLists',
] as const;
type OfTenant = ReturnType<ReportSources['forTenant']>;
type Catalogs = { readonly [N in (typeof examined)[number]]: Awaited<ReturnType<OfTenant[N]['all']>> };

async function catalogsOf(of: OfTenant): Promise<Catalogs> {
  const all = await Promise.all(examined.map(async (name) => [name, await of[name].all()] as const));
  return Object.fromEntries(all) as unknown as Catalogs;
}

function listFindings(
  tenantId: string,
  { suppressionLists, clients }: Catalogs,
  unreadable: readonly string[],
): readonly Finding[] {
  const used = suppressionLists.filter(({ active, archivedAt }) => active && archivedAt === undefined);
  return used.flatMap(({ listId, clientId }): Finding[] => {
    const of = { area: 'configuration' } as const;
    const name = `Tenant ${tenantId}: suppression list ${listId}`;
    const isGone = clientId !== undefined && !clients.some((client) => client.clientId === clientId);
    return [
      ...(isGone
        ? [
            {
              ...of,
              problem: `${name}: clientId names client ${clientId}, which does not exist.`,
              remedy: 'Add the client, or correct clientId.',
            },
          ]
        : []),
      ...(unreadable.includes(listId)
        ? [
            {
              ...of,
              problem: `${name} cannot be opened with this ENCRYPTION_KEY, so its leads wait.`,
              remedy:
                "Set ENCRYPTION_KEY to the services' key. Only if it is lost, import the list anew with --replace.",
            },
          ]
        : []),
    ];
  });
}

function sealed(tenantId: string, what: 'vendor credentials' | 'secrets'): Finding {
  return {
    area: 'configuration',
    problem: `Tenant ${tenantId}: its ${what} cannot be decrypted with this ENCRYPTION_KEY.`,
    remedy: `Set ENCRYPTION_KEY to the services' key. Only if it is lost, run \`sluice credentials reencrypt --discard-unreadable\` and set the ${what === 'secrets' ? what : 'credentials'} again.`,
  };
}
