/** The effect that carries out a check which calls out: its key, and what it asks. */
import type { Asking, CheckName, NewEffect } from '@sluice/contracts';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { submissionKey } from '../effects/effect-key.js';

/** What the check's worker reads. */
export interface CheckBody extends Readonly<Record<string, unknown>> {
  readonly check: CheckName;
  readonly criteria: readonly string[];
}

/** The check that a decision asks for. A submission asks each check once, in whichever generation. */
export function checkEffects(context: EffectContext, { check, criteria }: Asking): NewEffect[] {
  const body: CheckBody = { check, criteria };
  const effectId = checkId(context.submissionId, check);
  return [effectOf(context, { effectId, kind: 'check', trigger: checkLabel(check), body })];
}

/** The id of a check: `<submission>.check.<name>`. */
export function checkId(submissionId: string, check: CheckName): string {
  return submissionKey(submissionId, 'check', check);
}

/** By what a check is known as a receiver, a lane and a trigger. */
export function checkLabel(check: CheckName): string {
  return `check.${check}`;
}
