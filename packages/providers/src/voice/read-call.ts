/** Reads a call of Retell without trusting its shape. */
import {
  hasVisible,
  withoutInvisible,
  type CallIds,
  type TranscriptEntry,
  type VoiceCall,
} from '@sluice/contracts';
import { loose, text, type Loose } from '../read-json.js';

const MOST_ENTRIES = 1_000;
const LONGEST_MESSAGE = 20_000;
const LONGEST_TEXT = 500;
const over: ReadonlySet<string> = new Set(['ended', 'error', 'not_connected']);

/** The call; undefined for anything without an id. */
export function readCall(value: unknown): VoiceCall | undefined {
  const call = loose(value);
  const callId = text(call['call_id']);
  if (callId === undefined) return undefined;
  const analysis = loose(call['call_analysis']);
  const verdict = loose(analysis['custom_analysis_data'])['qualified'];
  const ids = idsIn(loose(call['metadata']));
  const transcript = transcriptIn(call);
  const durationMs = numberIn(call['duration_ms']);
  const [agentId, reason] = [shortText(call['agent_id']), shortText(call['disconnection_reason'])];
  const recordingUrl = urlIn(call['recording_url']);
  const summary = storable(analysis['call_summary'], LONGEST_MESSAGE);
  return {
    callId,
    isOver: over.has(String(call['call_status'])) || reason !== undefined,
    ids,
    agentId,
    terminationReason: reason,
    durationSeconds: durationMs === undefined ? undefined : Math.round(durationMs / 1000),
    recordingUrl,
    transcript,
    summary,
    isQualified: typeof verdict === 'boolean' ? verdict : undefined,
  };
}

function idsIn({ tenantId, leadId, submissionId, interactionId }: Loose): CallIds | undefined {
  const ids = { tenantId, leadId, submissionId, interactionId };
  return Object.values(ids).every((id) => typeof id === 'string' && id !== '') ? (ids as CallIds) : undefined;
}

function transcriptIn(call: Loose): readonly TranscriptEntry[] | undefined {
  const said = call['transcript_object'];
  if (!Array.isArray(said)) return undefined;
  const startedAt = numberIn(call['start_timestamp']) ?? 0;
  return said.slice(0, MOST_ENTRIES).flatMap((one): TranscriptEntry[] => {
    const { role, content, words } = loose(one);
    const message = storable(content, LONGEST_MESSAGE);
    if (message === undefined || !hasVisible(message)) return [];
    const sinceStart = numberIn(loose(Array.isArray(words) ? words[0] : undefined)['start']) ?? 0;
    const at = new Date(startedAt + sinceStart * 1000);
    return [
      {
        timestamp: Number.isNaN(at.getTime()) ? new Date(0).toISOString() : at.toISOString(),
        role: role === 'agent' ? 'agent' : role === 'user' ? 'lead' : 'system',
        message,
        source: 'ai',
      },
    ];
  });
}

const shortText = (value: unknown) => storable(value, LONGEST_TEXT);

// A text that no character keeps from being stored: an event that cannot be stored would lose its verdict.
function storable(value: unknown, longest: number): string | undefined {
  const read = text(value);
  return read && withoutInvisible(read.slice(0, longest)).replace(/\p{Cs}/gu, '');
}

// It is shown as a link, and never fetched.
function urlIn(value: unknown): string | undefined {
  const url = text(value);
  return url !== undefined && url.length <= 2_000 && /^https?:\/\//i.test(url) && URL.canParse(url)
    ? url
    : undefined;
}

function numberIn(value: unknown): number | undefined {
  const read = typeof value === 'number' ? value : Number(text(value) ?? Number.NaN);
  return Number.isFinite(read) && read >= 0 && read < 8.64e15 ? read : undefined;
}
