/** The effect that carries out a check which calls out: its key, and what it asks. */
import { checkLabel, type Asking, type CheckName, type NewEffect } from '@sluice/contracts';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { submissionKey } from '../effects/effect-key.js';

/** The check that a decision asks for. A submission asks each check once, in whichever generation. */
export function checkEffects(context: EffectContext, asking: Asking): NewEffect[] {
  const { check } = asking;
  const effectId = checkId(context.submissionId, check);
  const body =
    asking.check === 'llm' ? { check: asking.check, criteria: asking.criteria } : { check: asking.check };
  return [effectOf(context, { effectId, kind: 'check', trigger: checkLabel(check), body })];
}

/** The id of a check: `<submission>.check.<name>`. */
export function checkId(submissionId: string, check: CheckName): string {
  return submissionKey(submissionId, 'check', check);
}
