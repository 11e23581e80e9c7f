/** The effect that places a call and waits for its verdict. */
import type { NewEffect } from '@sluice/contracts';
import { effectOf, type EffectContext } from '../effects/effect-context.js';
import { submissionKey } from '../effects/effect-key.js';

const trigger = 'lead.first_submission_action';

/** The call that a first submission waits for. */
export function callEffects(context: EffectContext): NewEffect[] {
  const eventId = context.mintEventId();
  const body = { interactionId: eventId.replace(/^evt/, 'int') };
  return [
    effectOf(context, { effectId: voiceCallId(context.submissionId), kind: 'call', trigger, eventId, body }),
  ];
}

/** The id of the effect that places the call for which a submission waits. */
export function voiceCallId(submissionId: string): string {
  return submissionKey(submissionId, trigger, 'call');
}
