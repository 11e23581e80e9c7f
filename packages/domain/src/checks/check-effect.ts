/** The effect that carries out a check which calls out: its key, and what it asks. */
import {
  checkLabel,
  type Asking,
  type CheckBody,
  type CheckName,
  type NewEffect,
  type Routed,
} from '@sluice/contracts';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { submissionKey } from '../effects/effect-key.js';

/** The check that a decision asks for. A submission asks each check once, in whichever generation. */
export function checkEffects(context: EffectContext, asking: Asking): NewEffect[] {
  return [checkEffect(context, bodyOf(asking))];
}

/** The check that the delivery of a routed lead waits for. Each candidate plans it anew, and it is made once. */
export function consentEffects(context: EffectContext, { consent }: Routed): NewEffect[] {
  return consent?.kind === 'ask'
    ? [checkEffect(context, { check: consent.check, field: consent.field })]
    : [];
}

function checkEffect(context: EffectContext, body: CheckBody): NewEffect {
  const effectId = checkId(context.submissionId, body.check);
  return effectOf(context, { effectId, kind: 'check', trigger: checkLabel(body.check), body });
}

function bodyOf(asking: Asking): CheckBody {
  if ('criteria' in asking) return { check: asking.check, criteria: asking.criteria };
  return 'field' in asking ? { check: asking.check, field: asking.field } : { check: asking.check };
}

/** The id of a check: `<submission>.check.<name>`. */
export function checkId(submissionId: string, check: CheckName): string {
  return submissionKey(submissionId, 'check', check);
}
