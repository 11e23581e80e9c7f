import { aLead } from '@sluice/testing';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

// Counted in UTC, while the date in the campaign's time zone may be one earlier or later, so no test may come closer
// than two days.
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant({
    valueSets: [{ valueSetId: 'vs_west', name: 'West', values: ['CA', 'OR', 'WA'] }],
    fieldLibrary: [
      { key: 'score', label: 'Score', category: 'custom', dataType: 'number', validationRules: { min: 10 } },
      { key: 'docket', label: 'Docket', category: 'question', validationRules: { pattern: '[A-Z]{2}-\\d+' } },
    ],
  });
}, 90_000);
afterAll(() => tenant.stop(), 60_000);

describe('a lead that matches a disqualifying condition is disqualified, and any other is delivered', () => {
  const condition = (field: string, operator: string, value: readonly unknown[] = []) =>
    group({ field, operator, value });
  it.each<[string, object, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a value set',
      group({ field: 'state', operator: 'in_value_set', valueSetId: 'vs_west' }),
      { address: { state: 'or ' } },
      { address: { state: 'NY' } },
    ],
    [
      'days since a date',
      condition('incident_date', 'olderThan', [730]),
      { questionnaire: { incident_date: daysAgo(732) } },
      { questionnaire: { incident_date: daysAgo(728) } },
    ],
    [
      'an age',
      condition('date_of_birth', 'age at least', [65]),
      { dateOfBirth: '1940-02-29' },
      { dateOfBirth: '2000-02-29' },
    ],
    [
      'a number, however it is written',
      condition('amount', 'greater_than_or_equal', [1000]),
      { customFields: { amount: '1000.0' } },
      { customFields: { amount: '999.9' } },
    ],
    [
      'a range, ends included',
      condition('amount', 'between', [1, 5]),
      { customFields: { amount: 5 } },
      { customFields: { amount: 6 } },
    ],
    [
      'any element of a list',
      condition('injuries', 'contains', ['spin']),
      { questionnaire: { injuries: ['neck', 'Spine'] } },
      { questionnaire: { injuries: ['neck'] } },
    ],
    [
      'a pattern',
      condition('zip', 'matches', ['^9[0-6]']),
      { address: { zip: '94607' } },
      { address: { zip: '10001' } },
    ],
    [
      'a number of many digits, exactly',
      condition('claim_no', 'in', ['9007199254740993', 'other']),
      { customFields: { claim_no: '9007199254740993\u200b' } },
      { customFields: { claim_no: '9007199254740992' } },
    ],
    [
      'an email domain in either form',
      condition('email', 'ends_with', ['@bücher.example']),
      { email: 'ada@XN--BCHER-KVA.example' },
      { email: 'ada@bucher.example' },
    ],
    ['a field that is missing', condition('consent', 'not_exists'), {}, { compliance: { consent: 'yes' } }],
    [
      'groups in groups',
      {
        logicalOperator: 'or',
        subRules: [
          { conditions: [{ field: 'injury', operator: 'equals', value: ['no'] }] },
          {
            logicalOperator: 'AND',
            conditions: [
              { field: 'attorney', operator: 'is_true' },
              { field: 'state', operator: 'not_in', value: ['CA'] },
            ],
          },
        ],
      },
      { questionnaire: { attorney: 'Yes' }, address: { state: 'NV' } },
      { questionnaire: { attorney: 'Yes' }, address: { state: 'CA' } },
    ],
  ])('by %s', async (name, disqualification, matching, passing) => {
    const campaignId = `Q${Array.from(name).reduce((sum, letter) => sum + letter.charCodeAt(0), 0)}`;
    await tenant.campaign({ campaignId, disqualificationConditionals: [disqualification] });
    const [caught, free] = await Promise.all([
      tenant.submit(campaignId, matching),
      tenant.submit(campaignId, passing),
    ]);
    expect([await tenant.fate(caught), await tenant.fate(free)]).toEqual(['disqualified', 'delivered']);
    const [qualification] = await tenant.decisions(caught);
    expect(qualification?.decision.trace.map(({ looked, verdict }) => [looked, verdict])).toContainEqual([
      'disqualification',
      'matched',
    ]);
  });

  it('but not by a group that is inactive or empty', async () => {
    const always = group({ field: 'email', operator: 'exists' });
    const disqualificationConditionals = [{ ...always, isActive: false }, { subRules: [] }, group()];
    await tenant.campaign({ campaignId: 'QOFF', disqualificationConditionals });
    expect(await tenant.fate(await tenant.submit('QOFF'))).toBe('delivered');
  });

  it('by the status of a file that the lead already has', async () => {
    await tenant.campaign({
      campaignId: 'QFILE',
      disqualificationConditionals: [group({ field: 'retainer', operator: 'file_ready' })],
    });
    const withFile = async (status: string) => {
      const { data } = await tenant.call('POST', '/leads', aLead({ campaignId: 'QFILE' }));
      const { leadId } = data;
      const file = { leadId, fileKey: 'retainer', fileName: 'r.pdf', fileType: 'pdf', status };
      await tenant.call('POST', '/files', { ...file, documentUrl: 'https://files.example/r.pdf' });
      const again = await tenant.call('POST', '/leads/submit', { campaignId: 'QFILE', leadId });
      return tenant.fate(again.data as never);
    };
    expect(await Promise.all([withFile('signed'), withFile('pending')])).toEqual([
      'disqualified',
      'delivered',
    ]);
  });

  it('by a value that violates the rules of the field library', async () => {
    await tenant.campaign({ campaignId: 'QLIB' });
    const receipt = await Promise.all([
      tenant.submit('QLIB', { customFields: { score: 5 } }),
      tenant.submit('QLIB', { customFields: { score: '10' }, questionnaire: { docket: 'AB-12' } }),
      tenant.submit('QLIB', { questionnaire: { docket: 'see AB-12' } }),
    ]);
    const leads = await Promise.all(receipt.map((one) => tenant.atRest(one)));
    expect(leads.map(({ status, reason }) => [status, reason])).toEqual([
      ['disqualified', 'invalid_field'],
      ['delivered', undefined],
      ['disqualified', 'invalid_field'],
    ]);
  });
});

describe('the same person within a campaign and its dedupe window', () => {
  beforeAll(() =>
    tenant.campaign({
      campaignId: 'DUP',
      settings: { dedupeEnabled: true, dedupeFields: ['phone', 'policy_no'] },
    }),
  );
  const policy = (policy_no: string) => ({ customFields: { policy_no } });

  it('is accepted once of two concurrent leads, matched by any dedupe field', async () => {
    const pairs = Array.from({ length: 8 }, (_, n) => policy(`P-${n}`));
    const fates = await Promise.all(
      pairs.map(async (fields) => {
        const receipt = await Promise.all([tenant.submit('DUP', fields), tenant.submit('DUP', fields)]);
        return (await Promise.all(receipt.map((one) => tenant.fate(one)))).sort();
      }),
    );
    for (const pair of fates) expect(pair).toEqual(['delivered', 'duplicate']);
  });

  it('is not recognised by empty values, nor in test leads', async () => {
    const receipt = await Promise.all([
      tenant.submit('DUP', policy(' ')),
      tenant.submit('DUP', policy('')),
      tenant.submit('DUP', { ...policy('P-0'), isTest: true }),
    ]);
    expect(await Promise.all(receipt.map((one) => tenant.fate(one)))).toEqual(Array(3).fill('delivered'));
  });

  it('is recognised however phone, email and other fields are spelled, also when both arrive at once', async () => {
    const dedupeFields = ['phone', 'email', 'policy_no'];
    await tenant.campaign({ campaignId: 'SPELL', settings: { dedupeEnabled: true, dedupeFields } });
    const same: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ phone: '3023125555.0', country: 'DE' }, { phone: '+49 (0)30 2312‑5555' }],
      [{ phone: '４１５５５５０１７１' }, { phone: '(415) 555\u20140171' }],
      [{ email: '\u200bada.meyer@example.com' }, { email: 'Ada.Meyer\u00ad@example.com' }],
      [{ email: 'ada@bu\u0308cher.example' }, { email: 'Ada@xn--bcher-kva.example' }],
      [policy('Caf\u200be\u0301  7'), policy(' CAFÉ\u00a07')],
    ];
    for (const pair of same) {
      const receipt = await Promise.all(pair.map((fields) => tenant.submit('SPELL', fields)));
      const fates = await Promise.all(receipt.map((one) => tenant.fate(one)));
      expect([pair, fates.sort()]).toEqual([pair, ['delivered', 'duplicate']]);
    }
  });

  it('is not recognised by a phone that identifies nobody, nor by nearly the same number', async () => {
    await tenant.campaign({
      campaignId: 'NOBOD',
      settings: { dedupeEnabled: true, dedupeFields: ['phone', 'policy_no'] },
    });
    const fields = [
      ...[
        { phone: '000-000-0000' },
        { phone: '+1 111 111 1111' },
        { phone: '1234567890' },
        { phone: '4155552671', country: 'GB' },
      ].flatMap((person) => [person, person]),
      policy('9007199254740992'),
      policy('9007199254740993'),
    ];
    const receipt = await Promise.all(fields.map((each) => tenant.submit('NOBOD', each)));
    expect(await Promise.all(receipt.map((one) => tenant.fate(one)))).toEqual(fields.map(() => 'delivered'));
  });

  it('is accepted again after the buyer refused the lead, and is a duplicate again once a repost placed it', async () => {
    await tenant.campaign({
      campaignId: 'DUP2',
      deliveryEndpointId: 'gone',
      settings: { dedupeEnabled: true, dedupeFields: ['policy_no'] },
    });
    tenant.installation.sink.script({ path: '/buyers/*', status: 422, times: 1 });
    const first = await tenant.submit('DUP2', policy('R-1'));
    expect(await tenant.fate(first)).toBe('rejected');
    const repost = await tenant.call('POST', `/leads/${first.leadId}/repost`, {});
    const { newSubmissionId } = repost.data as { newSubmissionId: string };
    expect(await tenant.fate({ leadId: first.leadId, submissionId: newSubmissionId })).toBe('delivered');
    expect(await tenant.fate(await tenant.submit('DUP2', policy('R-1')))).toBe('duplicate');
  });
});

describe('a first submission', () => {
  const deliver = async ({ leadId }: { leadId: string }, campaignId: string) => {
    const answer = await tenant.call('POST', `/leads/${leadId}/deliver`, { campaignId });
    return { ...answer, receipt: { leadId, submissionId: String(answer.data['newSubmissionId']) } };
  };

  it('is qualified when its webhook answers 2xx, and is left to a person when it does not', async () => {
    const webhook = (path: string) => ({
      url: `${tenant.installation.sink.url}/webhooks/${path}`,
      retries: 0,
    });
    const action = (path: string) => ({ enabled: true, action: 'webhook', webhook: webhook(path) });
    await tenant.campaign({ campaignId: 'FOK', firstSubmissionAction: action('ok') });
    await tenant.campaign({ campaignId: 'FNO', firstSubmissionAction: action('no') });
    tenant.installation.sink.script({ path: '/webhooks/no', status: 500 });
    const [ok, no] = await Promise.all([tenant.submit('FOK'), tenant.submit('FNO')]);
    expect(await tenant.fate(ok)).toBe('delivered');
    expect((await tenant.decisions(ok)).map(({ stage }) => stage)).toEqual([
      'qualification',
      'action',
      'routing',
      'delivery',
    ]);
    expect(await tenant.atRest(no)).toMatchObject({
      status: 'pending_action',
      reason: 'first_submission_webhook',
    });
    const [asked] = tenant.received('/webhooks/ok');
    expect(JSON.parse(asked?.body ?? '')).toMatchObject({ type: 'lead.first_submission_action', ...ok });

    const sent = await deliver(no, 'FNO');
    expect(sent.status).toBe(202);
    expect(await tenant.fate(sent.receipt)).toBe('delivered');
  });

  it('of a campaign with human review is not delivered before it is approved', async () => {
    const humanReview = { reason: 'check the story', priority: 'high' };
    const firstSubmissionAction = { action: 'human_review', humanReview };
    await tenant.campaign({ campaignId: 'FREV', firstSubmissionAction });
    const receipt = await tenant.submit('FREV');
    expect(await tenant.atRest(receipt)).toMatchObject({
      status: 'pending_action',
      approvalStatus: 'pending',
    });
    const early = await deliver(receipt, 'FREV');
    expect([early.status, early.error?.code]).toEqual([409, 'INVALID_STATE']);

    const approve = { leadIds: [receipt.leadId], updates: { approvalStatus: 'approved' } };
    expect((await tenant.call('PATCH', '/leads/bulk', approve)).data).toEqual({ modifiedCount: 1 });
    const sent = await deliver(receipt, 'FREV');
    expect(await tenant.fate(sent.receipt)).toBe('delivered');
  });

  it('waits for a voice agent or a workflow, and its webhook event names which', async () => {
    const workflow = { workflowDefinitionId: 'wf_7' };
    await tenant.campaign({ campaignId: 'FWF', firstSubmissionAction: { action: 'workflow', workflow } });
    const receipt = await tenant.submit('FWF');
    expect(await tenant.fate(receipt)).toBe('pending_action');
    const [event] = await tenant.stores.effects
      .ofSubmission(receipt.submissionId)
      .then((all) => all.filter(({ trigger }) => trigger === 'lead.first_submission_action'));
    expect(event?.body).toMatchObject({ message: { data: { action: 'workflow', ...workflow } } });
  });
});

describe('a campaign that cannot work is refused by the API', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'an unknown operator',
      { disqualificationConditionals: [group({ field: 'a', operator: 'resembles' })] },
      /operator/,
    ],
    [
      'a broken pattern',
      { disqualificationConditionals: [group({ field: 'a', operator: 'matches', value: ['(a'] })] },
      /value/,
    ],
    ['an unsafe address', { webhooks: { url: 'http://169.254.169.254/' } }, /webhooks\.url/],
    ['itself as fallback', { fallbackCampaigns: ['SELF'] }, /fallbackCampaigns\.0/],
    [
      'a time zone that does not exist',
      { deliverySchedule: { timezone: 'Mars/Olympus' } },
      /deliverySchedule\.timezone/,
    ],
  ])('for %s, and the field is named', async (_name, fields, named) => {
    const body = { campaignId: 'SELF', name: 'x', clientId: 'x', offerId: 'x', ...fields };
    const { status, error } = await tenant.call('POST', '/campaigns', body);
    expect([status, error?.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(error?.details?.join('\n')).toMatch(named);
  });
});
