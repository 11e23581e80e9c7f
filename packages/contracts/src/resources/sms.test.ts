import { readBody } from '../reading/read-body.js';
import { sendSmsInputSchema } from './sms.js';

describe('sending an SMS message', () => {
  it.each([1, 1600])('accepts a text of %d characters', (length) => {
    const body = { leadId: 'lead_1', message: 'a'.repeat(length) };
    expect(sendSmsInputSchema.parse(body)).toEqual(body);
  });

  it('counts a character once, however many units it takes', () => {
    const body = { leadId: 'lead_1', message: '😀'.repeat(1600) };
    expect(sendSmsInputSchema.parse(body)).toEqual(body);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ message: '😀'.repeat(1601) }, 'message: must have at most 1600 characters'],
    [{ message: '' }, 'message: must not be empty'],
    [{ message: 'a'.repeat(1601) }, 'message: must have at most 1600 characters'],
    [{ message: undefined }, 'message: is required'],
    [{ leadId: '' }, 'leadId: must not be empty'],
    [{ to: '4155550132' }, 'to: must be an E.164 number such as +14155550132'],
    [{ from: '' }, 'from: must not be empty'],
  ])('refuses %j', (fields, problem) => {
    const body = { leadId: 'lead_1', message: 'hi', ...fields };
    expect(readBody(sendSmsInputSchema, body)).toEqual({ kind: 'invalid', problems: [problem] });
  });
});
