/**
 * A whole Sluice on running stores: the database migrated, tenants applied, every service started. Each service has
 * processes of its own, apart from those in `together`, which run in one. `npm start`, the tests and the chaos rig all
 * use it; they differ in the stores and in when processes are restarted.
 */
import {
  applyTenantFile,
  ensureAdminKey,
  ensureDemoKey,
  ensurePeople,
  migratedText,
  operatorLogin,
  type OperatorLogin,
  type PersonToEnsure,
} from '@sluice/cli';
import { freePort, lineProgress, Problem, type Progress, type ServiceName } from '@sluice/local';
import { migrate, ServerTooOldError, type Migrated } from '@sluice/store';
import type { ProcessSpec } from '../supervisor/launch-process.js';
import { launchProgram, silent, type Launched, type Watch } from './launch-program.js';
import { planServices, type ServicesSetup } from './services.js';

/** A tenant to apply to the installation. */
export interface TenantToApply {
  /** The path of its file. */
  readonly file: string;
  /** The values of `${NAME}` placeholders in the file. */
  readonly env: NodeJS.ProcessEnv;
  /** Returns the tenant's earlier key, which is reused while it is valid. */
  readonly knownKey?: (tenantId: string) => string | undefined;
}

/** A tenant that was applied. */
export interface AppliedTenant {
  readonly tenantId: string;
  readonly apiKey: string;
  /** The first campaign of its file that takes leads. */
  readonly campaignId?: string;
}

/** The settings of an installation. */
export interface InstallationSetup extends Omit<ServicesSetup, 'gatewayPort'> {
  /** Default: a free port. */
  readonly gatewayPort?: number;
  /** The address of the database itself; `storesOf` may give the services another one, e.g. a proxy. */
  readonly mongodbUrl: string;
  readonly tenants: readonly TenantToApply[];
  /** Called with each tenant once it is applied. */
  readonly applied?: (tenant: AppliedTenant) => void;
  /** Called when a process exits without a request to stop or restart; `how` is its signal or exit code. */
  readonly ended?: (process: { readonly name: string; readonly service: ServiceName }, how: string) => void;
  /** Whether a process that exits is restarted; if not, it is restarted only on request. */
  readonly startsAgain: boolean;
}

/** One process of one service. */
export interface ServiceProcess extends Launched {
  readonly name: string;
  readonly service: ServiceName;
  /** The base URL of its /healthz, /readyz and /metrics. */
  readonly healthUrl: string;
  readonly logFile: string;
}

/** A launched installation. */
export interface LaunchedInstallation {
  readonly gatewayUrl: string;
  /** In the order of the setup. */
  readonly tenants: readonly AppliedTenant[];
  readonly services: readonly ServiceProcess[];
  /** A key for its operations, which may administer: `known` if that is still valid, else a new one. */
  adminKey(known?: string): Promise<string>;
  /** Makes these people members of the tenant; who is one already stays as they are. */
  admit(tenantId: string, people: readonly PersonToEnsure[]): Promise<void>;
  /** The first of these logins that is an operator's. */
  operatorLogin(logins: readonly OperatorLogin[]): Promise<OperatorLogin | undefined>;
  /** Resolves once every process can take traffic; rejects with a `Problem` if one cannot. */
  ready(): Promise<void>;
  /** Ends every process: SIGTERM, then SIGKILL after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

async function migrated(mongodbUrl: string): Promise<Migrated> {
  try {
    return await migrate(mongodbUrl);
  } catch (error) {
    if (!(error instanceof ServerTooOldError)) throw error;
    throw new Problem(
      'This MongoDB is older than 8.0: upgrade it, or unset MONGODB_URL so that one is started.',
    );
  }
}

/**
 * Starts an installation; when this resolves its processes run, but may not be ready yet.
 * @throws Problem if a tenant file is wrong or MongoDB too old, in which case no process was started
 */
export async function launchInstallation(
  setup: InstallationSetup,
  progress: Progress = lineProgress(() => undefined),
  watch: Watch = silent,
): Promise<LaunchedInstallation> {
  await progress.step(
    'migrating the database',
    () => migrated(setup.mongodbUrl),
    (done) => `database: ${migratedText(done)}`,
  );
  watch.throwIfStopped();
  const tenants: AppliedTenant[] = [];
  for (const tenant of setup.tenants) {
    const { summary: _summary, ...applied } = await progress.step(
      `applying ${tenant.file}`,
      () => applyTenant(setup, tenant),
      ({ summary }) => summary,
    );
    tenants.push(applied);
    setup.applied?.(applied);
    watch.throwIfStopped();
  }
  const gatewayPort = setup.gatewayPort ?? (await freePort());
  const plans = await planServices({ ...setup, gatewayPort });
  const launched = new Map<ProcessSpec, Launched>();
  for (const { service, spec } of plans) {
    if (launched.has(spec)) continue;
    const readyUrls = plans
      .filter((plan) => plan.spec === spec)
      .map(({ healthUrl }) => `${healthUrl}/readyz`);
    const ended = (how: string) => setup.ended?.({ name: spec.name, service }, how);
    launched.set(spec, launchProgram(spec, readyUrls, watch, { startsAgain: setup.startsAgain, ended }));
  }
  const services = plans.map(({ service, spec, healthUrl }) => ({
    name: spec.name,
    service,
    healthUrl,
    logFile: spec.logFile,
    ...(launched.get(spec) as Launched),
  }));
  const processes = [...launched.values()];
  return {
    gatewayUrl: `http://127.0.0.1:${gatewayPort}`,
    tenants,
    services,
    adminKey: (known) => ensureAdminKey({ mongoUrl: setup.mongodbUrl, adminKey: known }),
    admit: (tenantId, people) => ensurePeople({ mongoUrl: setup.mongodbUrl, tenantId, people }),
    operatorLogin: (logins) => operatorLogin({ mongoUrl: setup.mongodbUrl, logins }),
    async ready() {
      await Promise.all(processes.map((each) => each.ready()));
    },
    async stop(graceMs) {
      await Promise.all(processes.map((each) => each.process.stop(graceMs)));
    },
  };
}

async function applyTenant(
  { mongodbUrl, encryptionKey }: Pick<InstallationSetup, 'mongodbUrl' | 'encryptionKey'>,
  { file, env, knownKey }: TenantToApply,
): Promise<AppliedTenant & { readonly summary: string }> {
  const mongoUrl = mongodbUrl;
  const applied = await applyTenantFile(file, { mongoUrl, env, encryptionKey });
  const { tenantId, campaignId, changes, literalCredentials } = applied;
  const known = knownKey?.(tenantId);
  const { apiKey } = await ensureDemoKey({
    mongoUrl,
    tenantId,
    apiKey: known,
  });
  const summary =
    changes.length === 0 ? 'nothing to change' : `${changes.length} change${changes.length === 1 ? '' : 's'}`;
  const advice = literalCredentials.map(
    (place) => `; ${place} is a credential that is written out: keep it under secrets:`,
  );
  return {
    tenantId,
    apiKey,
    campaignId,
    summary: `tenant "${tenantId}" from ${file}: ${summary}${advice.join('')}`,
  };
}
