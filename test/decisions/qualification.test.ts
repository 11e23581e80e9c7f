import { aLead } from '@sluice/testing';
import { group, startTenant, type TestTenant } from '../installation/tenant.js';

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
  it.each<[string, object, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a value set',
      group({ field: 'state', operator: 'in_value_set', valueSetId: 'vs_west' }),
      { address: { state: 'or ' } },
      { address: { state: 'NY' } },
    ],
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
});
