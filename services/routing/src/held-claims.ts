/** The claims of clients that a lead holds while it is decided where it goes, and that are given back unless it goes there. */
import type { ClientLook } from '@sluice/pipeline';
import type { ClientClaims, DuplicateClaimStore } from '@sluice/store';
import type { SubmissionRecord } from '@sluice/contracts';

/** The claims of one run. */
export class HeldClaims {
  readonly #store: DuplicateClaimStore;
  readonly #submission: SubmissionRecord;
  /** Those that an earlier run has left: a run that is late may still record a decision that rests on them. */
  readonly #left: readonly string[];
  readonly #taken = new Set<string>();

  constructor(
    { duplicateClaims }: { readonly duplicateClaims: DuplicateClaimStore },
    submission: SubmissionRecord,
    left: readonly string[],
  ) {
    this.#store = duplicateClaims;
    this.#submission = submission;
    this.#left = left;
  }

  get ids(): readonly string[] {
    return [...new Set([...this.#left, ...this.#taken])];
  }

  add(taken: readonly string[]): void {
    for (const id of taken) this.#taken.add(id);
  }

  /** What a decision takes that rests on these claims, and what it gives up; undefined if it is neither. */
  guardOf(look: ClientLook | undefined): ClientClaims | undefined {
    const { claims = [], free = [] } = look ?? {};
    const rests = new Set(claims.map(({ id }) => id));
    const gaveUp = this.ids.filter((id) => !rests.has(id));
    if (claims.length === 0 && gaveUp.length === 0) return undefined;
    return { ids: free.map(({ id }) => id), expiresAt: claims[0]?.expiresAt ?? new Date(0), gaveUp };
  }

  /** Takes a claim that a decision found taken, if it has expired or is free again. */
  async take(claim: ClientLook['free'][number] | undefined): Promise<void> {
    if (!claim) throw new Error('a claim was refused that was not asked for');
    const { id, at, expiresAt } = claim;
    const answer = await this.#store.take(id, this.#submission, at, expiresAt);
    if (answer.kind === 'ours' && answer.since === undefined) this.#taken.add(id);
  }

  /** Gives back what this run has taken. What an earlier one has left, only a decision gives up. */
  async giveBack(): Promise<void> {
    await this.#store.release([...this.#taken], this.#submission.submissionId);
    this.#taken.clear();
  }
}
