/** TrustedForm's certificates, with the base URL `/trustedform`: matched with a person and retained by one POST. */
import { asObject, jsonObject, type Judge } from '../sink-request.js';

/** The key `wrong` is refused; an id that contains `expired` is unknown, and one that contains `other` is another person's. */
export const judgeCertificate: Judge = ({ path, headers, body, variant }) => {
  if (variant === '401' || variant === '503')
    return { status: Number(variant), body: { outcome: 'error', reason: variant } };
  const [, key] = Buffer.from(headers['authorization']?.replace('Basic ', '') ?? '', 'base64')
    .toString()
    .split(':');
  if (key === undefined || key === 'wrong' || headers['api-version'] !== '4.0')
    return { status: 401, body: { outcome: 'error', reason: 'Unauthorized' } };
  const asked = jsonObject(body) ?? {};
  const person = asObject(asked['match_lead']);
  if (!person) return { status: 400, body: { outcome: 'error', reason: 'match_lead is required' } };
  if (path.includes('expired'))
    return { status: 404, body: { outcome: 'error', reason: 'Certificate not found' } };
  const success = variant !== 'failure' && !path.includes('other');
  return {
    status: 200,
    body: {
      outcome: success ? 'success' : 'failure',
      reason: success ? null : 'Lead not matched',
      match_lead: { ...person, result: { success, email_match: success, phone_match: success } },
      retain: {
        ...asObject(asked['retain']),
        results: {
          expires_at: '2031-01-01T00:00:00Z',
          masked_cert_url: 'https://cert.trustedform.com/masked',
          share_url: 'https://cert.trustedform.com/shared-secret',
          previously_retained: false,
        },
      },
    },
  };
};
