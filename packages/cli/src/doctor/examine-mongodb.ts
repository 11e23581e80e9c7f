/** MongoDB and its contents: overdue work, inconsistent configuration, and each tenant's problems. */
import { overspentBudgets, overspentRemedy, overspentText } from '@sluice/admin';
import {
  openStores,
  SchemaBehindError,
  ServerTooOldError,
  type SealingKey,
  type Stores,
} from '@sluice/store';
import type { Tenant } from '@sluice/contracts';
import type { ReportSources } from '@sluice/reports';
import { configurationFindings } from './configuration/findings.js';
import { ageText, shownUrl, type Examination, type Finding } from './finding.js';
import { serverFindings, serverWords, type Disk } from './server-findings.js';
import { tenantFindings } from './tenant-findings.js';

const OLD_MS = 60_000;
const PLANS_NAMED = 20;

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
    const because = error instanceof Error ? error.message : String(error);
    const problem = `MongoDB does not answer at ${shownUrl(url)} (${because}).`;
    const remedy = 'Start it, or correct MONGODB_URL; until then the gateway accepts no leads.';
    return {
      findings: [{ area: 'mongodb', problem, remedy }],
      unseen: ['outbox, endpoints, configuration and leads, because MongoDB does not answer.'],
    };
  }
  try {
    const tenants = await stores.tenants.all();
    const behind = await schemaFindings(stores);
    const ofTenants = await Promise.all(
      tenants.map((tenant) =>
        examineTenant(stores, tenant, { encryptionKeys, hasMailServer }).catch((error: unknown) => [
          cannotBeExamined(tenant.tenantId, error),
        ]),
      ),
    );
    const [server, disk] = await Promise.all([stores.server(), stores.disk()]);
    const findings = [
      ...serverFindings(server, disk),
      ...behind,
      ...(await overdue(stores)),
      ...(await unfinishedPlans(stores)),
      ...(await holdFindings(stores)),
      ...(tenants.length === 0 ? [noTenant] : []),
      ...ofTenants.flat(),
    ];
    return { seen: serverWords[server.kind], findings, unseen: unseenOf(encryptionKeys, disk) };
  } finally {
    await stores.close();
  }
}

function unseenOf(encryptionKeys: readonly SealingKey[] | undefined, disk: Disk): string[] {
  return [
    ...(disk ? [] : ["MongoDB's disk, because MongoDB does not report it."]),
    ...(encryptionKeys === undefined
      ? ['vendor credentials and secrets, because there is no ENCRYPTION_KEY that can be read.']
      : []),
  ];
}

const noTenant: Finding = {
  area: 'configuration',
  problem: 'There are no tenants.',
  remedy: 'Create one with `sluice apply FILE`.',
};

async function holdFindings({ hold, tenantHolds }: Pick<Stores, 'hold' | 'tenantHolds'>): Promise<Finding[]> {
  const [whole, ofTenants] = await Promise.all([hold.current(), tenantHolds.all()]);
  const finding = (whose: string, by: string, since: Date, release: string): Finding => ({
    area: 'services',
    problem: `The outbound calls of ${whose} have been on hold since ${since.toISOString()}, by ${by}.`,
    remedy: `To resume them, run \`${release}\`.`,
  });
  return [
    ...(whole ? [finding('the installation', whole.by, whole.at, 'sluice release')] : []),
    ...ofTenants.map(({ tenantId, by, since }) =>
      finding(`tenant ${tenantId}`, by, since, `sluice release --tenant ${tenantId}`),
    ),
  ];
}

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

async function overdue(stores: Pick<Stores, 'outbox'>): Promise<Finding[]> {
  const lag = await stores.outbox.lag();
  if (lag.oldestMs <= OLD_MS) return [];
  return [
    {
      area: 'outbox',
      problem: `${lag.overdue} submissions are past due, the first by ${ageText(lag.oldestMs)}.`,
      remedy: 'Make sure that a worker runs, because workers run the sweep; if one does, read its log.',
    },
  ];
}

async function unfinishedPlans({
  configurations,
  clock,
}: Pick<Stores, 'configurations' | 'clock'>): Promise<Finding[]> {
  const before = new Date(clock.now().getTime() - OLD_MS);
  const found = await configurations.unfinished(before, PLANS_NAMED);
  return found.map((tenantId) => ({
    area: 'configuration',
    problem: `Tenant ${tenantId}: a change of its configuration was begun over a minute ago and is not finished.`,
    remedy:
      'Make sure that a worker runs, because workers finish it; if one does, search its log for “left out of the sweep” with the part plans.',
  }));
}

async function examineTenant(
  stores: ReportSources & Pick<Stores, 'readings' | 'receivers' | 'secrets' | 'tenants'>,
  tenant: Tenant,
  {
    encryptionKeys = [],
    hasMailServer,
  }: { readonly encryptionKeys: readonly SealingKey[] | undefined; readonly hasMailServer: boolean },
): Promise<readonly Finding[]> {
  const { tenantId } = tenant;
  const of = stores.forTenant(tenantId);
  const [campaigns, clients, offers, deliveryEndpoints, phoneNumbers, smsAgents, valueSets, unwell] =
    await Promise.all([
      of.campaigns.all(),
      of.clients.all(),
      of.offers.all(),
      of.deliveryEndpoints.all(),
      of.phoneNumbers.all(),
      of.smsAgents.all(),
      of.valueSets.all(),
      tenantFindings(stores, tenantId),
    ]);
  const [credentials, secrets, unreadable, overspent] = await Promise.all([
    stores.secrets.credentials(tenantId, encryptionKeys).catch(() => undefined),
    stores.secrets.list(tenantId),
    stores.secrets.values(tenantId, encryptionKeys).then(
      () => false,
      () => true,
    ),
    overspentBudgets({ stores }, tenant),
  ]);
  const findings = configurationFindings({
    tenant,
    campaigns,
    clients,
    offers,
    deliveryEndpoints,
    phoneNumbers,
    smsAgents,
    valueSets,
    credentials,
    secrets: secrets.map(({ name }) => name),
    hasMailServer,
  });
  return [
    ...findings,
    ...(credentials === undefined ? [sealed(tenantId, 'vendor credentials')] : []),
    ...(unreadable ? [sealed(tenantId, 'secrets')] : []),
    ...overspent.map((one) => ({
      area: 'configuration' as const,
      problem: `Tenant ${tenantId}: ${overspentText(one)}.`,
      remedy: overspentRemedy,
    })),
    ...unwell,
  ];
}

function sealed(tenantId: string, what: 'vendor credentials' | 'secrets'): Finding {
  return {
    area: 'configuration',
    problem: `Tenant ${tenantId}: its ${what} cannot be decrypted with this ENCRYPTION_KEY.`,
    remedy: `Set ENCRYPTION_KEY to the services' key. Only if it is lost, run \`sluice credentials reencrypt --discard-unreadable\` and set the ${what === 'secrets' ? what : 'credentials'} again.`,
  };
}
