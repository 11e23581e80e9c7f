/**
 * Windows of single leads: in the work on each of them a process ends at one point, and another one starts. A suite says
 * which process ends where, and what is true of every lead afterwards.
 */
import type { Receipt } from '../installation/affiliate.js';
import { submitUntilDeath, type Death } from '../installation/dying-process.js';
import type { InstallationOptions, TenantFields } from '../installation/installation.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const PLAYED_WITHIN_MS = 900_000;
/** How long a lead may take to come to rest after a process ended in its work. */
const RESTS_WITHIN_MS = 150_000;

/** No webhooks, whose sending would reach the same failpoints. */
const noWebhooks = { settings: {} };

/** The campaign of a window's lead, by which the process knows the lead in whose work it ends. */
export const windowCampaign = (index: number) => `W${String(index).padStart(2, '0')}`;

/** What the windows of a suite are played on. */
interface WindowsOn extends Pick<InstallationOptions, 'apart' | 'env'> {
  readonly fields: TenantFields;
  /** What the lead of a window has that others have not. */
  readonly leadOf?: (index: number) => Readonly<Record<string, unknown>>;
}

/** The windows of a suite after they were played. */
interface LeadWindows<Window> {
  /** The windows for `it.each`. */
  readonly each: readonly (Window & { readonly index: number })[];
  readonly tenant: TestTenant;
  receipt(index: number): Receipt;
}

/** Plays the windows before the tests of the file, one after the other. */
export function playLeadWindows<Window extends Death>(
  windows: readonly Window[],
  { fields, leadOf = () => ({}), ...options }: WindowsOn,
): LeadWindows<Window> {
  let tenant: TestTenant;
  const receipts: Receipt[] = [];
  beforeAll(async () => {
    const services = ['gateway', 'qualification', 'routing', 'delivery', 'webhook'] as const;
    tenant = await startTenant({ ...noWebhooks, ...fields }, { services, ...options });
    for (const [index, window] of windows.entries()) {
      const receipt = await submitUntilDeath(tenant, window, windowCampaign(index), leadOf(index));
      receipts.push(receipt);
      // The next one ends processes that this lead may still need.
      await tenant.atRest(receipt, RESTS_WITHIN_MS);
    }
  }, PLAYED_WITHIN_MS);
  afterAll(() => tenant?.stop(), 60_000);
  return {
    each: windows.map((window, index) => ({ ...window, index })),
    get tenant() {
      return tenant;
    },
    receipt: (index) => receipts[index]!,
  };
}
