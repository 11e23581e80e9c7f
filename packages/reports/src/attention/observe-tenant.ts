/** What is looked up of one tenant beyond what is observed of all: which leads, documents and receivers. */
import { LEFT_FAILED, QUARANTINED, UNKNOWN_OUTCOME } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';
import { recently, type Observation } from '../findings/observation.js';
import { shownUrl } from '../findings/words.js';
import { createReports, type ReportSources } from '../reports.js';
import { quarantineReason } from './quarantine-reason.js';

const NAMED = 5;
const COUNTED = 1_000;
const MOST_COUNTED = 10_000;

/** A tenant's part of an observation. */
export type ObservedOfTenant = Required<
  Pick<Observation, 'needingAttention' | 'crashing' | 'unsentDocuments' | 'unretained' | 'receiversOff'>
>;

/** Reads them; rejects if a document of the tenant cannot be read. */
export async function observeTenant(stores: ReportSources, tenantId: string): Promise<ObservedOfTenant> {
  const of = stores.forTenant(tenantId);
  const { needsAttention } = createReports(stores).forTenant(tenantId);
  const now = stores.clock.now();
  const counted = { most: MOST_COUNTED, failedSince: recently(now) };
  const [
    quarantined,
    newest,
    unknown,
    failed,
    unknownNewest,
    unknownCount,
    crashing,
    unsent,
    unretained,
    off,
  ] = await Promise.all([
    needsAttention.alerted(QUARANTINED, counted),
    needsAttention.newest(QUARANTINED, NAMED),
    needsAttention.alerted(UNKNOWN_OUTCOME, counted),
    needsAttention.alerted(LEFT_FAILED, counted),
    needsAttention.unknown(NAMED),
    needsAttention.unknownCount(),
    needsAttention.crashing(NAMED),
    of.files.notSent({ newest: NAMED, most: COUNTED }, now),
    of.effects.notRetained({ newest: NAMED, most: COUNTED, since: recently(now) }),
    of.webhookUrls.switchedOff(),
  ]);
  return {
    needingAttention: [
      ...(failed ? [failed] : []),
      ...(quarantined ? [{ ...quarantined, named: await reasons(of, newest) }] : []),
      {
        tenantId,
        reason: UNKNOWN_OUTCOME,
        // Also those whose lead has a newer submission: their slot stays reserved.
        count: unknownCount,
        since: unknown?.since,
        named: unknownNewest.map(
          ({ submissionId, leadId, status }) => `${submissionId} of ${leadId} (${status})`,
        ),
      },
    ],
    crashing: crashing.map((one) => ({ tenantId, ...one })),
    unsentDocuments: [
      {
        tenantId,
        count: unsent.count,
        named: unsent.files.map(({ leadId, fileKey }) => `${fileKey} of ${leadId}`),
      },
    ],
    unretained: [
      { tenantId, count: unretained.count, named: unretained.effects.flatMap(({ leadId }) => leadId ?? []) },
    ],
    receiversOff: receiversOff(tenantId, off),
  };
}

async function reasons(
  of: Pick<TenantStores, 'journal'>,
  leads: readonly { readonly leadId: string; readonly submissionId: string }[],
): Promise<readonly string[]> {
  return Promise.all(
    leads.map(async ({ leadId, submissionId }) => {
      const reason = await quarantineReason(of, submissionId);
      if (!reason) return leadId;
      const { stage, because, times } = reason;
      return `${leadId} (${stage}: ${because}${times === undefined ? '' : `, ${times} times`})`;
    }),
  );
}

type SwitchedOff = Awaited<ReturnType<TenantStores['webhookUrls']['switchedOff']>>;

function receiversOff(tenantId: string, off: SwitchedOff): ObservedOfTenant['receiversOff'] {
  if (off.length === 0) return [];
  const since = new Date(Math.min(...off.map(({ disabledAt }) => disabledAt.getTime())));
  const named = off.slice(0, NAMED).map(({ url, reason }) => `${receiverText(url)} (${reason})`);
  return [{ tenantId, count: off.length, since, named }];
}

function receiverText(url: string): string {
  return url.startsWith('mailto:') ? `the address of e-mail ${url.slice('mailto:'.length)}` : shownUrl(url);
}
