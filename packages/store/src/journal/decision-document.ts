/** A decision as it is stored: its key names submission, stage and generation, and is the compare-and-set of a stage. */
import type { DecisionOf, RecordedDecision, Stage } from '@sluice/contracts';
import { keyOf } from '../driver/keys.js';
import type { Claimant } from './duplicate-claims.js';

/** A decision as stored. */
export interface DecisionDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly leadId: string;
  readonly stage: Stage;
  readonly generation: number;
  readonly decision: DecisionOf[Stage];
  readonly decidedAt: Date;
  /** Of a first decision that counts its lead for a supplier. */
  readonly supplierId?: string;
}

/** Identifies the submission a decision is about. */
export type SubmissionRef = Claimant & { readonly supplierId?: string };

export function decisionKey(
  tenantId: string,
  submissionId: string,
  stage: Stage,
  generation: number,
): string {
  return keyOf(tenantId, `${submissionId}.${stage}.${generation}`);
}

/** The document of a decision. */
export function decisionDocument(
  tenantId: string,
  { submissionId, leadId, supplierId }: SubmissionRef,
  recorded: RecordedDecision,
): DecisionDocument {
  const { stage, generation, decision } = recorded;
  const isCounted = stage === 'qualification' && decision.opening !== undefined;
  return {
    _id: decisionKey(tenantId, submissionId, stage, generation),
    tenantId,
    leadId,
    ...recorded,
    ...(isCounted && supplierId !== undefined && { supplierId }),
  };
}
