/** Retell's API below `/retell`: placing a call, reading one and looking calls up. */
import { asObject, asText, jsonObject } from '../../sink-request.js';
import type { Judge, JsonObject, SinkAnswer, SinkRequest } from '../../sink-request.js';
import { isE164 } from '../sms-numbers.js';
import { shownCall } from './calls.js';
import type { RetellCall, RetellCalls } from './calls.js';

/** Retell's refusals, to be scripted: `sink.script({ path: '/retell/v2/create-phone-call', ...retellRefusals.rateLimited })`. */
export const retellRefusals = {
  unauthorized: refused(401, 'API key is missing or invalid.'),
  trialOver: refused(402, 'Trial has ended, please add payment method.'),
  unknownAsset: refused(422, 'Cannot find requested asset under given api key.'),
  rateLimited: refused(429, 'Account rate limited, please throttle your requests.'),
  unavailable: refused(500, 'An unexpected server error occurred.'),
};

/** An agent that the account does not have. */
export const retellUnknownAgent = 'agent_unknown';

/** Answers as Retell does. A key that is missing or `wrong` is refused with 401. */
export function retellJudge(store: RetellCalls): Judge {
  return (request) => {
    const key = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '')?.[1];
    if (key === undefined || key === 'wrong') return retellRefusals.unauthorized;
    const [, , version, action, id] = request.path.split('/');
    switch (`${request.method} ${version}/${action}${id === undefined ? '' : '/id'}`) {
      case 'POST v2/create-phone-call':
        return create(store, request);
      case 'GET v2/get-call/id': {
        const call = store.call(id ?? '');
        return call === undefined ? retellRefusals.unknownAsset : { status: 200, body: shownCall(call) };
      }
      case 'POST v3/list-calls':
        return list(store, request);
      default:
        return refused(404, 'Not found');
    }
  };
}

function create(store: RetellCalls, { body }: SinkRequest): SinkAnswer {
  const asked = jsonObject(body);
  if (asked === undefined) return refused(400, 'Invalid request format, please check API reference.');
  const problem = problemOf(asked);
  if (problem !== undefined) return refused(400, problem);
  if (asked['override_agent_id'] === retellUnknownAgent) return retellRefusals.unknownAsset;
  return { status: 201, body: store.place(asked).registered };
}

function problemOf(asked: JsonObject): string | undefined {
  const { from_number: from, to_number: to, metadata, retell_llm_dynamic_variables: variables } = asked;
  if (!isE164(asText(from))) return 'from_number must be in E.164 format';
  if (asked['ignore_e164_validation'] === true ? asText(to) === undefined : !isE164(asText(to)))
    return 'to_number must be in E.164 format';
  if (metadata !== undefined && asObject(metadata) === undefined) return 'metadata must be object';
  if (variables === undefined) return undefined;
  const values = Object.values(asObject(variables) ?? { variables: 0 });
  return values.every((value) => typeof value === 'string')
    ? undefined
    : 'retell_llm_dynamic_variables must have string values';
}

const usualPage = 50;
const greatestPage = 1_000;

// The list leaves transcripts out. A filter that is not known here is refused, so that a test does not miss it.
function list(store: RetellCalls, { body }: SinkRequest): SinkAnswer {
  const asked = jsonObject(body === '' ? '{}' : body);
  if (asked === undefined) return refused(400, 'Invalid request format, please check API reference.');
  const { metadata = [], start_timestamp: started, ...others } = asObject(asked['filter_criteria']) ?? {};
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refused(400, `filter_criteria.${unknown} is not known`);
  const filters = Array.isArray(metadata) ? metadata.map((filter) => asObject(filter) ?? {}) : [{}];
  if (
    !filters.every(
      ({ type, op, key, value }) => type === 'string' && op === 'eq' && asText(key) && asText(value),
    )
  )
    return refused(400, 'filter_criteria.metadata must be a list of { type, op, key, value }');
  const range = started === undefined ? [0, Infinity] : rangeOf(asObject(started) ?? {});
  if (range === undefined) return refused(400, 'filter_criteria.start_timestamp must be { type, op, value }');
  const [from = 0, until = Infinity] = range;

  const matching = store.calls().filter((call) => {
    const own = asObject(call.registered['metadata']) ?? {};
    const isMeant = filters.every(({ key, value }) => own[String(key)] === value);
    return isMeant && call.createdAt >= from && call.createdAt <= until;
  });
  if (asked['sort_order'] === 'ascending') matching.reverse();
  const after = matching.findIndex(({ id }) => id === asked['pagination_key']) + 1;
  const limit = Math.min(Number(asked['limit'] ?? usualPage) || usualPage, greatestPage);
  const page = matching.slice(after, after + limit);
  const hasMore = matching.length > after + limit;
  return {
    status: 200,
    body: {
      items: page.map(listed),
      has_more: hasMore,
      ...(hasMore && { pagination_key: page.at(-1)?.id }),
    },
  };
}

function rangeOf({ type, op, value }: JsonObject): readonly number[] | undefined {
  const isRange = type === 'range' && op === 'bt' && Array.isArray(value) && value.length === 2;
  return isRange && value.every((each) => typeof each === 'number') ? value : undefined;
}

function listed(call: RetellCall): JsonObject {
  const {
    transcript: _transcript,
    transcript_object: _turns,
    transcript_with_tool_calls: _tools,
    ...rest
  } = shownCall(call);
  return rest;
}

function refused(status: number, message: string) {
  return { status, body: { status: 'error', message } };
}
