/** The calls that the fake Retell was asked to place, and the events that report how they went. */
import { createHmac, randomBytes } from 'node:crypto';
import type { EventVendor } from '../../send-events.js';
import { asObject, asText } from '../../sink-request.js';
import type { JsonObject } from '../../sink-request.js';

/** One call. */
export interface RetellCall {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The call object as it was answered. */
  readonly registered: JsonObject;
  isStarted?: boolean;
  /** The fields that the call has since it ended, and the analysis that follows. */
  ended?: JsonObject;
  analysis?: JsonObject;
}

/** All calls of the account. */
export interface RetellCalls extends EventVendor {
  place(asked: JsonObject): RetellCall;
  call(id: string): RetellCall | undefined;
  /** All calls, newest first. */
  calls(): RetellCall[];
}

const most = 10_000;
const talkedMs = 42_300;

/** Starts without calls; keeps the latest ten thousand. */
export function retellCalls(): RetellCalls {
  const kept = new Map<string, RetellCall>();
  const newest = () => [...kept.values()].reverse();
  return {
    place(asked) {
      const id = `call_${randomBytes(14).toString('hex')}`;
      const registered = {
        call_id: id,
        call_type: 'phone_call',
        agent_id: asText(asked['override_agent_id']) ?? 'agent_of_the_number',
        agent_version: 0,
        call_status: 'registered',
        direction: 'outbound',
        from_number: asked['from_number'],
        to_number: asked['to_number'],
        metadata: asked['metadata'],
        retell_llm_dynamic_variables: asked['retell_llm_dynamic_variables'],
      };
      const call = { id, createdAt: Date.now(), registered };
      kept.set(id, call);
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
      return call;
    },
    call: (id) => kept.get(id),
    calls: newest,
    report({ event, of, with: more = {} }) {
      const isMeant = ({ id, registered }: RetellCall) =>
        id === of || Object.values(asObject(registered['metadata']) ?? {}).includes(of);
      const unknown = { id: String(of), createdAt: Date.now(), registered: { call_id: String(of) } };
      const call = newest().find(isMeant) ?? unknown;
      happen(event, call, more);
      return { event, call: { ...shownAt(event, call), ...(event !== 'call_analyzed' && more) } };
    },
    sign(secret, rawBody, signedAt) {
      const at = signedAt.getTime();
      const hex = createHmac('sha256', secret).update(`${rawBody}${at}`).digest('hex');
      return { 'x-retell-signature': `v=${at},d=${hex}` };
    },
  };
}

/** The call object as it is now. */
export function shownCall({ createdAt, registered, isStarted, ended, analysis }: RetellCall): JsonObject {
  return {
    ...registered,
    ...(isStarted === true && { call_status: 'ongoing', start_timestamp: createdAt }),
    ...ended,
    ...(analysis && { call_analysis: analysis }),
  };
}

// Whatever was analysed has ended, in whichever order the events are sent.
function happen(event: string, call: RetellCall, { call_analysis: analysis, ...changes }: JsonObject): void {
  if (event === 'call_started') call.isStarted = true;
  if (event !== 'call_ended' && event !== 'call_analyzed') return;
  const reason = asText(changes['disconnection_reason']) ?? asText(call.ended?.['disconnection_reason']);
  call.ended = { ...(call.ended ?? endOf(call, reason ?? 'user_hangup')), ...changes };
  if (event !== 'call_analyzed') return;
  const byDefault = {
    call_summary: 'The agent and the person spoke about the claim.',
    in_voicemail: reason === 'voicemail_reached',
    user_sentiment: 'Neutral',
    call_successful: reason === undefined || reason.endsWith('_hangup'),
    custom_analysis_data: {},
  };
  call.analysis = { ...byDefault, ...call.analysis, ...asObject(analysis) };
}

// An event shows the call as it was then, also if it is sent late.
function shownAt(event: string, call: RetellCall): JsonObject {
  const { id, createdAt, registered, ended } = call;
  if (event === 'call_started') return shownCall({ id, createdAt, registered, isStarted: true });
  if (event === 'call_ended') return shownCall({ id, createdAt, registered, ended });
  return shownCall(call);
}

const notConnected = new Set([
  'dial_busy',
  'dial_failed',
  'dial_no_answer',
  'invalid_destination',
  'user_declined',
]);

function endOf({ id, createdAt }: RetellCall, reason: string): JsonObject {
  const endedAt = createdAt + talkedMs;
  if (notConnected.has(reason))
    return { call_status: 'not_connected', disconnection_reason: reason, end_timestamp: endedAt };
  const turns = [
    { role: 'agent', content: 'Hello, this is the intake team. Do you have a moment?' },
    { role: 'user', content: 'Yes, I do.' },
  ];
  const transcript = turns
    .map(({ role, content }) => `${role === 'agent' ? 'Agent' : 'User'}: ${content}\n`)
    .join('');
  return {
    call_status: reason.startsWith('error_') ? 'error' : 'ended',
    disconnection_reason: reason,
    start_timestamp: createdAt,
    end_timestamp: endedAt,
    duration_ms: talkedMs,
    transcript,
    transcript_object: turns.map((turn) => ({ ...turn, words: [] })),
    transcript_with_tool_calls: turns.map((turn) => ({ ...turn, words: [] })),
    recording_url: `https://recordings.example/${id}.wav`,
    public_log_url: `https://recordings.example/${id}.log`,
    call_cost: { combined_cost: 7, total_duration_seconds: Math.ceil(talkedMs / 1_000) },
  };
}
