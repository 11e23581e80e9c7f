/** The effect that carries out a check which calls out: its key, and what it asks. */
import {
  checkLabel,
  RETENTION,
  type Asking,
  type CheckBody,
  type CheckName,
  type Held,
  type NewEffect,
  type Routed,
} from '@sluice/contracts';
import { consentCheckFor } from '../consent/certificate.js';
import { planConsent } from '../consent/plan-consent.js';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { submissionKey } from '../effects/effect-key.js';

/** The check that a decision asks for. A submission asks each check once, in whichever generation. */
export function checkEffects(context: EffectContext, asking: Asking): NewEffect[] {
  return [checkEffect(context, bodyOf(asking))];
}

/** The check that the delivery of a routed lead waits for, or that is made while the lead is held; it is made once. */
export function consentEffects(context: EffectContext, { consent }: Routed | Held): NewEffect[] {
  return consent?.kind === 'ask'
    ? [checkEffect(context, { check: consent.check, field: consent.field })]
    : [];
}

/** The retention of a certificate that was only matched before its lead was sold; `context` is that of the buyer. */
export function retentionEffects(context: EffectContext): NewEffect[] {
  const asked = context.campaign?.consent?.trustedForm;
  if (asked?.retain !== 'after_acceptance') return [];
  const planned = planConsent(asked, context.facts, new Set());
  if (planned.kind !== 'ask') return [];
  const body = { check: consentCheckFor(planned.check, 'retain'), field: planned.field };
  return [checkEffect(context, body, RETENTION)];
}

function checkEffect(
  context: EffectContext,
  body: CheckBody,
  trigger: string = checkLabel(body.check),
): NewEffect {
  const effectId = checkId(context.submissionId, body.check);
  return effectOf(context, { effectId, kind: 'check', trigger, body });
}

function bodyOf(asking: Asking): CheckBody {
  if ('criteria' in asking) return { check: asking.check, criteria: asking.criteria };
  return 'field' in asking ? { check: asking.check, field: asking.field } : { check: asking.check };
}

/** The id of a check: `<submission>.check.<name>`. */
export function checkId(submissionId: string, check: CheckName): string {
  return submissionKey(submissionId, 'check', check);
}
