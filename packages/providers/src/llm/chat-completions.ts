/**
 * The chat-completions interface that OpenAI, vLLM, Ollama, OpenRouter and others serve: one question with a schema for
 * its answer. Neither a temperature nor a limit of tokens is sent, because some servers and models refuse each of them.
 */
import { retryAfterMs, type ProviderCredentials } from '@sluice/contracts';
import type { Answered, OutboundAnswer, OutboundRequest } from '../http/index.js';
import { firstOf, loose, readObject, text } from '../read-json.js';

/** A language model of a tenant. */
export interface ModelServer {
  /** Without a slash at its end, up to `/chat/completions`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey?: string;
}

/** What is asked, and the JSON Schema of the answer. */
export interface ModelMessages {
  readonly system: string;
  readonly user: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** What a server answered. */
export type ModelAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** It answered, but the model's text is missing, cut, or refused. */
  | { readonly kind: 'no_text' }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfterMs?: number };

/** The longest time that a call takes. */
export const MODEL_TIMEOUT_MS = 20_000;
const MOST_RETRY_AFTER_MS = 24 * 3_600_000;

/** The tenant's language model; undefined if none is configured. */
export function modelServer({ llm }: ProviderCredentials): ModelServer | undefined {
  const { baseUrl, model, apiKey } = llm ?? {};
  if (!baseUrl || !model) return undefined;
  return { baseUrl: baseUrl.replace(/\/+$/, ''), model, apiKey: apiKey || undefined };
}

/** The call that asks the question. */
export function modelRequest(
  { baseUrl, model, apiKey }: ModelServer,
  { system, user, schema }: ModelMessages,
): OutboundRequest {
  return {
    url: `${baseUrl}/chat/completions`,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify({
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'verdict', strict: true, schema } },
    }),
    timeoutMs: MODEL_TIMEOUT_MS,
  };
}

/** Reads what the server answered at `now`. */
export function readModelAnswer(answer: OutboundAnswer, now: Date): ModelAnswer {
  if (answer.kind === 'failed') return { kind: 'failed', reason: answer.reason };
  const { status, bodyRead, truncated, bodyProblem } = answer;
  if (status < 200 || status > 299) {
    const askedMs = askedToWaitMs(answer, now);
    return {
      kind: 'failed',
      reason: `http_${status}`,
      retryAfterMs: askedMs,
    };
  }
  if (truncated || bodyProblem !== undefined) return { kind: 'no_text' };
  const choice = firstOf(readObject(bodyRead)['choices']);
  const { content, refusal } = loose(choice['message']);
  const said = text(content) ?? textOfParts(content);
  const isWhole = choice['finish_reason'] === 'stop' && text(refusal) === undefined;
  return isWhole && said !== undefined ? { kind: 'text', text: said } : { kind: 'no_text' };
}

// Some servers answer in parts, and give their thoughts in parts of another type.
function textOfParts(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const parts = content.map(loose).filter(({ type }) => type === 'text' || type === 'output_text');
  return text(parts.map((part) => text(part['text']) ?? '').join(''));
}

function askedToWaitMs({ headers }: Answered, now: Date): number | undefined {
  const exactly = headers['retry-after-ms']?.trim();
  if (exactly !== undefined && /^\d{1,10}$/.test(exactly))
    return Math.min(Number(exactly), MOST_RETRY_AFTER_MS);
  return retryAfterMs(headers, now, MOST_RETRY_AFTER_MS);
}
