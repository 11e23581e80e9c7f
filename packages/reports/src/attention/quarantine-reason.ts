/** Why a submission was quarantined, read from the decision that records it. */
import { QUARANTINED, type Stage } from '@sluice/contracts';
import type { TenantStores } from '@sluice/store';

/** The stage of the quarantine, and what had happened how often. */
export interface QuarantineReason {
  readonly stage: Stage;
  readonly because: string;
  readonly times: number | undefined;
}

/** The reason for a quarantine; undefined if the submission was not quarantined. */
export async function quarantineReason(
  { journal }: Pick<TenantStores, 'journal'>,
  submissionId: string,
): Promise<QuarantineReason | undefined> {
  const history = await journal.history(submissionId);
  const quarantined = history.findLast(({ decision }) => decision.reason === QUARANTINED);
  const entry = quarantined?.decision.trace[0];
  if (!quarantined || !entry) return undefined;
  const [times] = Object.values(entry.values ?? {});
  return {
    stage: quarantined.stage,
    because: entry.because ?? entry.looked,
    times: typeof times === 'number' ? times : undefined,
  };
}
