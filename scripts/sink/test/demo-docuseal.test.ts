import { duringEachTest } from '@sluice/testing';
import { docusealRefusals, docusealTemplateIds, startSink } from '../src/index.js';
import { callTo, type Called } from './call-to.js';
import { listenForCallbacks } from './listen-for-callbacks.js';
import { createHmac } from 'node:crypto';

const path = '/docuseal/submissions';
const person = {
  role: 'First Party',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '+14155550132',
  external_id: 'file_1',
  metadata: { matter: 'A-7' },
  values: { 'Full Name': 'Ada Lovelace' },
};
const submission = (submitter: object = {}, more: object = {}) => ({
  template_id: docusealTemplateIds.oneRole,
  submitters: [{ ...person, ...submitter }],
  ...more,
});

const sink = duringEachTest(() => startSink({ port: 0 }));

const call = (
  method: string,
  target: string,
  body?: unknown,
  key: string | undefined = 'key',
): Promise<Called> =>
  callTo(sink.url + target, method, body, key === undefined ? {} : { 'X-Auth-Token': key });
const send = (body: unknown = submission(), key?: string) => call('POST', path, body, key);
const lookUp = async (externalId: string) => {
  const { body } = await call('GET', `/docuseal/submitters?external_id=${externalId}`);
  return (body as { data: Record<string, unknown>[] }).data;
};

describe('the demo DocuSeal', () => {
  it('answers a submission with a bare list of its submitters and their signing links', async () => {
    expect(await send()).toEqual({
      status: 200,
      body: [
        expect.objectContaining({
          id: expect.any(Number) as number,
          submission_id: expect.any(Number) as number,
          status: 'sent',
          role: 'First Party',
          email: 'ada@example.com',
          external_id: 'file_1',
          metadata: { matter: 'A-7' },
          values: [{ field: 'Full Name', value: 'Ada Lovelace' }],
          embed_src: expect.stringMatching(/\/s\/\w+$/) as string,
        }),
      ],
    });
  });

  it.each([
    ['no key', submission(), '', 401, 'Not authenticated'],
    ['a wrong key', submission(), 'wrong', 401, 'Not authenticated'],
    ['a testing key', submission(), 'testing-1', 403, 'not found using testing API key'],
    ['no template', { submitters: [person] }, 'key', 422, 'template_id is required'],
    ['an unknown template', submission({}, { template_id: 99 }), 'key', 422, 'Template not found'],
    ['an archived template', submission({}, { template_id: 4 }), 'key', 422, 'has been archived'],
    ['a template without fields', submission({}, { template_id: 3 }), 'key', 422, 'does not contain fields'],
    ['an unknown field', submission({ values: { Shoe: '42' } }), 'key', 422, 'Unknown field: Shoe'],
    [
      'an unknown preset field',
      submission({ fields: [{ name: 'Shoe' }] }),
      'key',
      422,
      'Unknown field: Shoe',
    ],
    ['a number without country code', submission({ phone: '4155550132' }), 'key', 422, 'phone should start'],
    ['an address that is none', submission({ email: 'ada' }), 'key', 422, 'email is invalid'],
    ['nobody to reach', { template_id: 1, submitters: [{ role: 'First Party' }] }, 'key', 422, 'is required'],
    [
      'two for one role',
      submission({}, { submitters: [person, { name: 'B' }] }),
      'key',
      422,
      'more signing parties',
    ],
    [
      'a role named twice',
      submission({}, { template_id: 2, submitters: [person, person] }),
      'key',
      422,
      'unique',
    ],
    ['metadata that is text', submission({ metadata: 'x' }), 'key', 422, 'metadata must be'],
  ])('refuses %s', async (_what, body, key, status, error) => {
    const answer = await send(body, key);
    expect([answer.status, (answer.body as { error: string }).error]).toEqual([
      status,
      expect.stringContaining(error),
    ]);
    expect(await lookUp('file_1')).toEqual([]);
  });

  it('takes a field by its name in lower case, and an unknown role by its position', async () => {
    const values = { full_name: 'Ada', 'case type': 'Auto' };
    const { status, body } = await send(submission({ role: 'Plaintiff', values }));
    expect([status, (body as { role: string }[])[0]?.role]).toEqual([200, 'First Party']);
  });

  it('finds what it took by the caller’s own id, also when its answer was lost', async () => {
    sink.script({ path, mode: 'reset_after', times: 1 });
    await expect(send()).rejects.toThrow();
    await send(submission({ external_id: 'file_2' }));
    expect((await lookUp('file_1')).map((each) => each['external_id'])).toEqual(['file_1']);
    expect(await lookUp('file_3')).toEqual([]);
  });

  it('shows a submission, and the roles and fields of a template', async () => {
    const { body } = await send();
    const [{ submission_id: id } = { submission_id: 0 }] = body as { submission_id: number }[];
    expect((await call('GET', `${path}/${id}`)).body).toMatchObject({
      id,
      status: 'pending',
      submitters: [{ external_id: 'file_1' }],
      template: { id: 1 },
    });
    expect(await call('GET', '/docuseal/templates/2')).toMatchObject({
      status: 200,
      body: {
        submitters: [{ name: 'Client' }, { name: 'Attorney' }],
        fields: expect.arrayContaining([
          expect.objectContaining({ name: 'Full Name', type: 'text' }),
        ]) as object[],
      },
    });
    expect((await call('GET', '/docuseal/templates/99')).status).toBe(404);
  });

  it('misbehaves as scripted, and takes nothing then', async () => {
    for (const refusal of Object.values(docusealRefusals)) {
      sink.script({ path, ...refusal, times: 1 });
      expect((await send()).status).toBe(refusal.status);
    }
    expect(await lookUp('file_1')).toEqual([]);
  });
});

describe('an event of the demo DocuSeal', () => {
  const secret = 'whsec_c2VjcmV0';
  const form = (...events: string[]) => events.map((event) => ({ event, of: 'file_1' }));

  it('is signed both ways, and tells the submitter', async () => {
    await send();
    const [event] = await listenForCallbacks(1, async (url) => {
      const headers = { 'X-Sluice-Secret': 'of our own' };
      await sink.sendEvents({ vendor: 'docuseal', url, events: form('form.completed'), secret, headers });
    });
    expect(event?.headers['x-sluice-secret']).toBe('of our own');
    const [seconds = '', hex] = (event?.headers['x-docuseal-signature'] ?? '').split('.');
    expect(Math.abs(Date.now() / 1_000 - Number(seconds))).toBeLessThan(60);
    expect(hex).toBe(createHmac('sha256', secret).update(`${seconds}.${event?.body}`).digest('hex'));
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      event_type: 'form.completed',
      timestamp: expect.any(String) as string,
      data: { external_id: 'file_1', status: 'completed', completed_at: expect.any(String) as string },
    });
    expect(await lookUp('file_1')).toMatchObject([{ status: 'completed' }]);
  });

  it('is the same event when it is sent again, and takes nothing back when it is sent late', async () => {
    await send();
    const got = await listenForCallbacks(4, async (url) => {
      const events = form('form.completed', 'form.viewed');
      const answers = await sink.sendEvents({ vendor: 'docuseal', url, events, times: 2, secret });
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });
    expect(got.map(({ body }) => body)).toEqual([got[0]?.body, got[0]?.body, got[2]?.body, got[2]?.body]);
    expect(got.map(({ body }) => (JSON.parse(body) as { data: { status: string } }).data.status)).toEqual(
      Array(4).fill('completed'),
    );
  });

  it('may be about nobody it knows, may be old, and is ordered over HTTP too', async () => {
    const [event] = await listenForCallbacks(1, async (url) => {
      const order = {
        vendor: 'docuseal',
        url,
        events: [{ event: 'form.viewed', of: 'file_0', with: { status: 'opened' } }],
        secret,
        ageSeconds: 600,
      };
      expect(await call('POST', '/events', order)).toEqual({
        status: 200,
        body: { answers: [{ event: 'form.viewed', status: 200 }] },
      });
    });
    expect(JSON.parse(event?.body ?? '')).toMatchObject({
      data: { external_id: 'file_0', status: 'opened' },
    });
    const seconds = Number((event?.headers['x-docuseal-signature'] ?? '').split('.')[0]);
    expect(Date.now() / 1_000 - seconds).toBeGreaterThanOrEqual(599);
    expect(await call('POST', '/events', { vendor: 'vapi' })).toMatchObject({ status: 400 });
  });
});
