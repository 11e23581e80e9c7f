/**
 * The vendors of look-ups, below `/lookups/<vendor>/`, each with the paths and answers of its documentation. A phone number
 * that ends in 1 is bad news; the key `wrong` is refused. What the documentation does not say is made up here.
 */
import type { Judge, SinkAnswer, SinkRequest } from '../sink-request.js';

type Vendor = (request: SinkRequest, path: string) => SinkAnswer;

const vendors: Readonly<Record<string, Vendor>> = {
  dncscrub: ({ query, headers }) => {
    const phone = query.get('phoneList') ?? '';
    if (isRefused(headers['loginid'])) return { status: 401, body: 'Unauthorized' };
    if (!/^\d{10}$/.test(phone)) return { status: 400, body: 'Malformed phone number' };
    const [ResultCode, Reason] = isBad(phone) ? ['D', 'National (USA) 2003-06-01;;;'] : ['W', ''];
    return { status: 200, body: [{ Phone: phone, ResultCode, Reason, LineType: 'Wireless' }] };
  },
  tcpalitigatorlist: ({ headers }, path) => {
    if (isRefused(headers['authorization'])) return { status: 401, body: { status: 'error' } };
    const [phone = ''] = /\d{10}$/.exec(path) ?? [];
    return {
      status: 200,
      body: { status: 'success', results: { phone_number: phone, clean: isBad(phone) ? 0 : 1 } },
    };
  },
  ipqualityscore: (_, path) => {
    const [, key = '', phone = ''] = /^\/api\/json\/phone\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
    // Without credit, too, it answers 200.
    if (key === '' || key === 'wrong')
      return {
        status: 200,
        body: { success: false, message: 'Invalid or unauthorized key.', request_id: 'r' },
      };
    const bad = isBad(phone);
    const body = { success: true, message: 'Success', valid: !bad, active: !bad, fraud_score: bad ? 95 : 10 };
    return { status: 200, body: { ...body, VOIP: false, recent_abuse: bad, line_type: 'Wireless' } };
  },
  twilio: ({ headers }, path) => {
    if (isRefused(headers['authorization']?.replace('Basic ', '')))
      return { status: 401, body: { code: 20003, status: 401 } };
    const [phone = ''] = /\+\d+$/.exec(decodeURIComponent(path)) ?? [];
    const bad = isBad(phone);
    return {
      status: 200,
      body: {
        phone_number: phone,
        valid: !bad,
        validation_errors: bad ? ['INVALID_BUT_POSSIBLE'] : null,
        line_type_intelligence: { type: 'mobile', carrier_name: 'Example Wireless', error_code: null },
      },
    };
  },
  jornaya: ({ query }) => {
    if (isRefused(query.get('lak') ?? undefined)) return { status: 401, body: { error: 'unauthorized' } };
    const authentic = (query.get('id') ?? '').length === 36 ? 1 : 0;
    return { status: 200, body: { audit: { authentic, age: 2, data_integrity: 1 } } };
  },
};

export const judgeLookup: Judge = (request) => {
  const [, vendor = '', path = ''] = /^\/lookups\/([a-z]+)(\/.*)$/.exec(request.path) ?? [];
  const answer = vendors[vendor];
  if (!answer) return { status: 404, body: { error: 'the sink plays no such vendor' } };
  switch (request.variant) {
    case 'failure':
      return { status: 200, body: { success: false } };
    case '401':
    case '503':
      return { status: Number(request.variant), body: { error: request.variant } };
    default:
      return answer(request, path);
  }
};

function isRefused(key: string | undefined): boolean {
  return key === undefined || key === '' || key === 'wrong';
}

function isBad(phone: string): boolean {
  return phone.endsWith('1');
}
