/** What was said with a lead: each message of a text conversation, each recorded call and email thread. */
import type { Interaction, Moment } from '@sluice/contracts';
import { sentence, type Sentence, type Wording } from '@sluice/domain';

/** The moments of a lead's interactions. What was said is hidden until it is asked for. */
export function interactionMoments(
  interactions: readonly Interaction[],
  wording: Wording,
): readonly Moment[] {
  return interactions.flatMap((interaction) =>
    interaction.type === 'sms'
      ? messageMoments(interaction, wording)
      : [recordedMoment(interaction, wording)],
  );
}

function messageMoments({ transcript = [], createdAt }: Interaction, wording: Wording): readonly Moment[] {
  return transcript.map(({ timestamp, role, message = '' }) => ({
    at: timestamp ?? createdAt,
    kind: 'message' as const,
    what: said(role, message, wording),
  }));
}

const statusWords = {
  in_progress: 'in progress',
  completed: 'completed',
  no_answer: 'not answered',
  failed: 'failed',
} as const satisfies Record<Interaction['status'], string>;

function recordedMoment(interaction: Interaction, wording: Wording): Moment {
  const { type, status, call, summary, transcript = [], createdAt } = interaction;
  const { direction, duration, spokenTo } = call ?? {};
  const facts = [
    statusWords[status],
    ...(duration === undefined ? [] : [`${duration} s`]),
    ...(spokenTo === undefined ? [] : [spokenTo ? 'the lead was spoken to' : 'nobody was spoken to']),
  ];
  const kind = type === 'call' ? 'Call' : 'Email thread';
  const name = direction === undefined ? kind : `${kind}, ${direction}`;
  return {
    at: createdAt,
    kind: 'interaction',
    what: sentence(`${name}: ${facts.join(', ')}.`, status === 'failed' ? 'warn' : 'quiet', [
      ...(summary === undefined ? [] : [sentence(`Summary: ${shown(summary, wording)}.`, 'quiet')]),
      ...transcript.map(({ role, message = '' }) => said(role, message, wording)),
    ]),
  };
}

const roleWords = { lead: 'The lead', agent: 'We', system: 'The system' } as const;

function said(role: keyof typeof roleWords, message: string, wording: Wording): Sentence {
  return sentence(`${roleWords[role]} wrote: ${shown(message, wording)}.`, 'quiet');
}

function shown(text: string, { reveal }: Wording): string {
  return reveal ? `“${text}”` : `${text.length} characters (hidden)`;
}
