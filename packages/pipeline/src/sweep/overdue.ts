/**
 * What the sweep completes record by record, because its time has come or because the process died that had begun it.
 * What is late in a queue is requeued instead.
 */
import type { ExpiredFile, PendingFile, Stores } from '@sluice/store';
import { now, type Core, type StoresFor } from '../core.js';
import { notifyFileChanges, planFileEffects } from '../effects/notify-file-changes.js';
import { notifyInteraction } from '../effects/notify-interaction.js';
import type { LeadEffectDeps } from '../planning/plan-effects.js';
import { completeReturn } from '../returns/complete-return.js';
import { failAlone, type RoundPart } from './fail-alone.js';

/** How many records of a kind are read at once, and completed before other work has its turn. */
const AT_ONCE = 200;

type Deps = LeadEffectDeps & StoresFor<'due'> & Pick<Core, 'metrics'>;

/** Records of one kind: how overdue ones are read, which ids name one in the log, and what completes it. */
interface Kind<T> {
  readonly part: RoundPart;
  readonly read: (due: Stores['due'], limit: number, passOver: number) => Promise<readonly T[]>;
  readonly idsOf: (one: T) => Readonly<Record<string, unknown>>;
  /** Repeatable. */
  readonly complete: (core: LeadEffectDeps, one: T) => Promise<unknown>;
}

/** Completes the records of each kind that are overdue, some of them if there are many, and answers how many. */
export const completeOverdue = {
  /** Files are read as expired from that instant on; this stores it. One that is written meanwhile keeps that. */
  expiredFiles: completing({
    part: 'expired_files',
    read: (due, ...page) => due.expiredFiles(...page),
    idsOf: fileIds,
    complete: async (core, { tenantId, file, expiresAt }) => {
      // Notified first: if the process dies in between, the next sweep expires the file.
      const { leads, files } = core.stores.forTenant(tenantId);
      const lead = await leads.find(file.leadId);
      const change = `expired.${Date.parse(expiresAt)}`;
      if (lead) await planFileEffects(core, lead, { file, statusBefore: 'pending', change });
      await files.expire(file, expiresAt, now(core));
    },
  }),
  fileNotifications: completing({
    part: 'pending_notifications',
    read: (due, ...page) => due.filesToNotify(...page),
    idsOf: fileIds,
    complete: async (core, { tenantId, file, notifications }) => {
      const { leads, files } = core.stores.forTenant(tenantId);
      const lead = await leads.find(file.leadId);
      if (lead) await notifyFileChanges(core, lead, { file, notifications });
      else await files.notified(file, notifications);
    },
  }),
  interactionNotifications: completing({
    part: 'pending_notifications',
    read: (due, ...page) => due.interactionsToNotify(...page),
    idsOf: ({ tenantId, interaction: { leadId, interactionId } }) => ({ tenantId, leadId, interactionId }),
    complete: async (core, { tenantId, interaction, change }) => {
      const { leads, interactions } = core.stores.forTenant(tenantId);
      const lead = await leads.find(interaction.leadId);
      if (lead) await notifyInteraction(core, lead, interaction, change);
      else await interactions.notified(interaction.interactionId, change);
    },
  }),
  returns: completing({
    part: 'returns',
    read: (due, ...page) => due.overdueReturns(...page),
    idsOf: ({ tenantId, record: { returnId, leadId } }) => ({ tenantId, returnId, leadId }),
    complete: (core, { tenantId, record }) => completeReturn(core, tenantId, record),
  }),
};

// Records that failed are read again, and first, so as many are passed over as have failed.
function completing<T>({ part, read, idsOf, complete }: Kind<T>): (core: Deps) => Promise<number> {
  return async (core) => {
    let done = 0;
    let failed = 0;
    while (done < AT_ONCE) {
      const found = await read(core.stores.due, AT_ONCE, failed);
      for (const one of found) {
        const isDone = await failAlone(core, part, idsOf(one), async () => {
          await complete(core, one);
          return true;
        });
        if (isDone) done += 1;
        else failed += 1;
      }
      if (found.length < AT_ONCE) break;
    }
    return done;
  };
}

function fileIds({ tenantId, file: { leadId, fileKey } }: PendingFile | ExpiredFile) {
  return { tenantId, leadId, fileKey };
}
