import { duringTests, putItem } from '@sluice/testing';
import { aLead, like, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const stored = async (leadId: string) => {
  const lead = await world.alpha.stores.leads.find(leadId);
  const submission = lead && (await world.alpha.stores.submissions.find(lead.lastSubmissionId));
  return { lead: lead!, submission: submission! };
};

describe('POST /leads/submit', () => {
  it('answers 202 once the lead and its submission are durable and due', async () => {
    const { status, data } = await world.call('submitLead', { body: aLead() });
    expect(status).toBe(202);
    expect(data).toEqual({
      leadId: like(/^lead_[0-9A-HJKMNP-TV-Z]{26}$/),
      submissionId: like(/^sub_[0-9A-HJKMNP-TV-Z]{26}$/),
      status: 'pending',
    });
    const { lead, submission } = await stored(data.leadId);
    expect(lead).toMatchObject({
      status: 'pending',
      campaignId: 'ACMRU',
      clientId: 'cli_alpha',
      isTest: false,
    });
    expect(submission).toMatchObject({ submissionId: data.submissionId, kind: 'submit', first: true });
    expect(submission.dueAt).toBeInstanceOf(Date);
  });

  it('stores every field of a lead, the normalised value beside the sent one', async () => {
    const body = aLead({
      email: ' ADA@Example.COM ',
      phone: '(415) 555-2671',
      address: { street: '1 Main', city: 'Oakland', state: 'CA', zip: '94607' },
      dateOfBirth: '1984-05-17',
      country: 'US',
      files: [{ url: 'https://files.example/a.pdf' }],
      questionnaire: { injury: 'yes', 'dotted.key': [1, { a: null }] },
      attribution: { params: { a: 'b' }, fbclid: 'x', captureUrl: 'https://p.example' },
      compliance: { tcpa: true },
      isTest: true,
      timezone: 'America/Los_Angeles',
      notes: 'call late',
      customFields: { score: 3.5 },
    });
    const { data } = await world.call('submitLead', { body });
    const { lead } = await stored(data.leadId);
    const { campaignId: _campaignId, isTest: _isTest, ...sent } = body;
    expect(lead.isTest).toBe(true);
    expect(lead.data).toEqual({
      ...sent,
      email: 'ada@example.com',
      phone: '+14155552671',
      phoneValid: true,
      asSent: { email: ' ADA@Example.COM ', phone: '(415) 555-2671' },
    });
  });

  it('matches a questionnaire in array form with the field library by label', async () => {
    const at = new Date().toISOString();
    await putItem(world.alpha.stores.fieldLibrary, 'injury', {
      key: 'injury',
      label: 'Were you injured?',
      category: 'question',
      dataType: 'string',
      isStandard: false,
      active: true,
      createdAt: at,
      updatedAt: at,
    });
    const questionnaire = [
      { label: 'were you injured?', answer: 'yes' },
      { key: 'age', value: 44 },
      { question: 'Favourite colour?', answer: 'blue' },
    ];
    const { data } = await world.call('submitLead', { body: aLead({ questionnaire }) });
    const { lead } = await stored(data.leadId);
    expect(lead.data.questionnaire).toEqual({ injury: 'yes', age: 44 });
    expect(lead.data.unmatchedAnswers).toEqual([questionnaire[2]]);
  });

  it('drops unknown fields', async () => {
    const { data } = await world.call('submitLead', { body: aLead({ tenantId: 'beta', nonsense: 1 }) });
    const { lead } = await stored(data.leadId);
    expect(lead.tenantId).toBe('alpha');
    expect(JSON.stringify(lead)).not.toContain('nonsense');
  });

  it('submits a known lead again by leadId with its stored data', async () => {
    const first = await world.call('submitLead', { body: aLead({ questionnaire: { a: 1 } }) });
    const again = await world.call('submitLead', {
      body: { campaignId: 'ACMRU', leadId: first.data.leadId, lastName: 'Byron', questionnaire: { b: 2 } },
    });
    expect(again.status).toBe(202);
    expect(again.data.leadId).toBe(first.data.leadId);
    expect(again.data.submissionId).not.toBe(first.data.submissionId);
    const { lead, submission } = await stored(first.data.leadId);
    expect(lead.data).toMatchObject({ firstName: 'Ada', lastName: 'Byron', questionnaire: { a: 1, b: 2 } });
    expect(submission).toMatchObject({
      submissionId: again.data.submissionId,
      predecessorId: first.data.submissionId,
      first: false,
    });
  });
});

describe('POST /leads', () => {
  it('creates a lead with the status new that is not delivered', async () => {
    const { status, data } = await world.call('createLead', {
      body: aLead({ notes: ['imported', { by: 'ops' }], flags: { vip: true }, timezoneSource: 'zip' }),
    });
    expect(status).toBe(201);
    expect(Object.keys(data).sort()).toEqual(['leadId', 'submissionId']);
    const { lead, submission } = await stored(data.leadId);
    expect(lead).toMatchObject({
      status: 'new',
      data: { notes: ['imported', { by: 'ops' }], flags: { vip: true } },
    });
    expect(submission).toMatchObject({ kind: 'import', status: 'imported' });
    expect(submission.dueAt).toBeUndefined();
  });

  it('stores the birth date, the files and the test flag', async () => {
    const sent = { dateOfBirth: '1984-05-17', files: [{ url: 'https://files.example/a.pdf' }] };
    const { data } = await world.call('createLead', { body: aLead({ ...sent, isTest: true }) });
    const { lead, submission } = await stored(data.leadId);
    expect([lead.isTest, submission.isTest]).toEqual([true, true]);
    expect(lead.data).toMatchObject(sent);
  });
});
