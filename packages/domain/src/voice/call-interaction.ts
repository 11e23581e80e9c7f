/** A call as its interaction shows it (§2.6). */
import type { Interaction, InteractionStatus, VoiceCall } from '@sluice/contracts';

const notAnswered = new Set(['dial_no_answer', 'dial_busy', 'user_declined', 'voicemail_reached']);
const notPlaced = /^(?:dial_failed|invalid_destination|error_.*)$/;

/** What a call that is over adds to its interaction; undefined while it is in progress. */
export function interactionOfCall(call: VoiceCall): Partial<Interaction> | undefined {
  if (!call.isOver) return undefined;
  const { callId, agentId, terminationReason, durationSeconds, recordingUrl, transcript, summary } = call;
  const status = statusOf(terminationReason);
  const isSpokenTo = status === 'completed' && (transcript ?? []).some(({ role }) => role === 'lead');
  return {
    status,
    call: {
      duration: durationSeconds,
      recordingUrl,
      terminationReason,
      voiceAI: { provider: 'retell', conversationId: callId, agentId },
      spokenTo: isSpokenTo,
    },
    ...(transcript && { transcript: [...transcript] }),
    ...(summary !== undefined && { summary }),
  };
}

function statusOf(reason = ''): InteractionStatus {
  if (notAnswered.has(reason)) return 'no_answer';
  return notPlaced.test(reason) ? 'failed' : 'completed';
}
