/** What is said of a reason of ours: to a tenant's people in words, to a supplier by a class. */
import type { ReasonClass, SubmissionStatus } from '@sluice/contracts';

export interface ReasonText {
  /** What it means, without a full stop. The dashboard, `sluice leads show` and the reference say it so. */
  readonly words: string;
  /** What to do about it: sentences, or {@link NOTHING}. */
  readonly action: string;
  /** The class that a supplier is told, whose `answerDetail` is `reason`. */
  readonly supplier: ReasonClass;
  /** How a submission with it ends or waits; absent where it only stands in a trace or at an effect. */
  readonly statuses?: readonly SubmissionStatus[];
}

/** Where nothing has to be done. */
export const NOTHING = 'Nothing.';
