/** A language model behind an OpenAI-compatible endpoint, with the base URL `/llm/v1`. */
import { randomUUID } from 'node:crypto';
import { asObject, asText, jsonObject } from '../../sink-request.js';
import type { Judge, JsonObject, SinkAnswer } from '../../sink-request.js';
import { findCriteria } from './find-criteria.js';
import { modelWords } from './verdicts.js';
import type { ModelWords } from './verdicts.js';

/** The endpoint's refusals, to be scripted: `sink.script({ path: '/llm/v1/chat/completions', ...chatRefusals.unauthorized })`. */
export const chatRefusals = {
  unauthorized: refused(401, 'Incorrect API key provided.', 'invalid_request_error', 'invalid_api_key'),
  rateLimited: {
    ...refused(429, 'Rate limit reached for requests.', 'requests', 'rate_limit_exceeded'),
    headers: { 'retry-after': '1' },
  },
  outOfCredit: refused(429, 'You exceeded your current quota.', 'insufficient_quota', 'insufficient_quota'),
  unavailable: refused(503, 'server busy, please try again.', 'api_error', null),
};

/**
 * Answers as `POST /chat/completions` does. The verdict is on the criteria in the messages; all are met, unless the
 * user's messages contain `unmet:2` (the second is not) or `unmet:all`. The key `wrong` is refused with 401, the model
 * `unknown` with 404.
 */
export const judgeChatCompletion: Judge = ({ headers, body, variant }) => {
  const key = /^Bearer (\S+)$/.exec(headers['authorization'] ?? '')?.[1] ?? headers['api-key'];
  if (key === undefined || key === 'wrong') return chatRefusals.unauthorized;
  const asked = jsonObject(body);
  if (asked === undefined) return invalid('We could not parse the JSON body of your request.');
  const problem = problemOf(asked);
  if (problem !== undefined) return invalid(problem);
  if (asked['model'] === 'unknown')
    return refused(404, 'The model does not exist.', 'invalid_request_error', 'model_not_found');
  const messages = (asked['messages'] as unknown[]).map((message) => asObject(message) ?? {});
  const fromUser = messages
    .filter(({ role }) => role === 'user')
    .map(textOf)
    .join('\n');
  const isUnmet = (number: number) => new RegExp(`unmet:(?:all|${number})(?!\\d)`).test(fromUser);
  return {
    status: 200,
    headers: { 'x-request-id': `req_${randomUUID()}` },
    body: chatCompletion(modelWords(findCriteria(messages.map(textOf)), isUnmet, variant), asked['model']),
  };
};

/** The body of an answer with the given words, for a script that answers something of its own. */
export function chatCompletion(
  { content, refusal, finishReason = 'stop' }: ModelWords,
  model: unknown = 'test-model',
): object {
  const message = { role: 'assistant', content, refusal: refusal ?? null };
  return {
    id: `chatcmpl-${randomUUID()}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1_000),
    model,
    choices: [{ index: 0, finish_reason: finishReason, message, logprobs: null }],
    usage: { prompt_tokens: 120, completion_tokens: 60, total_tokens: 180 },
  };
}

function problemOf(asked: JsonObject): string | undefined {
  const { model, messages, response_format: format } = asked;
  if (asText(model) === undefined) return 'you must provide a model parameter';
  if (!Array.isArray(messages) || messages.length === 0) return "'messages' must not be empty";
  const known = new Set(['system', 'developer', 'user', 'assistant']);
  if (!messages.every((message) => known.has(String(asObject(message)?.['role']))))
    return "'messages': unknown role";
  return format === undefined ? undefined : formatProblem(asObject(format) ?? {});
}

function formatProblem({ type, json_schema: given }: JsonObject): string | undefined {
  if (type === 'text' || type === 'json_object') return undefined;
  if (type !== 'json_schema') return "'response_format.type' is not known";
  const { name, strict, schema } = asObject(given) ?? {};
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(asText(name) ?? ''))
    return "'response_format.json_schema.name' is invalid";
  if (strict !== true) return undefined;
  return isStrict(schema)
    ? undefined
    : "Invalid schema for response_format: 'required' and 'additionalProperties: false' are required to be supplied";
}

// A strict schema names every property as required and forbids all others, in each of its objects.
function isStrict(schema: unknown): boolean {
  const { type, properties, required, additionalProperties, items } = asObject(schema) ?? {};
  if (items !== undefined) return isStrict(items);
  if (type !== 'object') return true;
  const inner = asObject(properties) ?? {};
  const isComplete = Array.isArray(required) && Object.keys(inner).every((name) => required.includes(name));
  return additionalProperties === false && isComplete && Object.values(inner).every(isStrict);
}

function textOf({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(content) ? content : [];
  return parts.map((part) => asText(asObject(part)?.['text']) ?? '').join('\n');
}

function invalid(message: string): SinkAnswer {
  return refused(400, message, 'invalid_request_error', null);
}

function refused(status: number, message: string, type: string, code: string | null) {
  return { status, body: { error: { message, type, param: null, code } } };
}
