import { adminEndpoints, adminOperation, adminStreams } from './admin-endpoints.js';
import { didToLeadWords, didWords, resultWords } from './audit-words.js';
import { mayBeAudited, type AuditFacts } from './define-admin-endpoint.js';

const audited = [...adminEndpoints, ...adminStreams].filter(mayBeAudited);
const of = (operationId: string) => adminOperation(operationId) ?? fail(operationId);

function fail(operationId: string): never {
  throw new Error(`there is no ${operationId}`);
}

it.each(audited.map((operation) => [operation.operationId, operation] as const))(
  'the audit says in words what %s did, with no id of the code in them',
  (_id, operation) => {
    const known: readonly AuditFacts[] = [{}, { leadId: 'lead_1', campaignId: 'ACMRU' }];
    const words = known.map((facts) => didWords(operation, facts));
    // In the past tense, as the summary is not.
    for (const text of words) expect(text).not.toBe(operation.summary);
    for (const text of words) expect(text).not.toMatch(/[{}]|undefined|admin[A-Z]/);
  },
);

it('the subject of a sentence is what the entry is about', () => {
  const facts = { tenantId: 'demo', leadId: 'lead_1' };
  expect(didWords(of('adminRequestReturn'), facts)).toBe('asked for a return of lead lead_1');
  expect(didToLeadWords(of('adminRequestReturn'), facts)).toBe('asked for a return');
  expect(didToLeadWords(of('adminRepostLead'), facts)).toBe('reposted it');
  expect(didWords(of('adminRepostLead'), {})).toBe('reposted a lead');
  expect(didWords(of('adminSwitchCampaign'), { campaignId: 'ACMRU', active: 'false' })).toBe(
    'switched campaign ACMRU off',
  );
  expect(didWords(of('adminDecideReturn'), { decision: 'withdrawn', leadId: 'lead_1' })).toBe(
    'withdrew a return of lead lead_1',
  );
});

it('of what came of it, counts have words, and what is for programs is left out', () => {
  expect(
    resultWords({ changes: 1, heldLeadsDue: 1200, prefix: 'slk_7Qm2', newSubmissionId: 'sub_1', moved: 0 }),
  ).toEqual(['1 change', '1,200 held leads reconsidered', 'key slk_7Qm2…']);
  expect(resultWords({ changes: 0 })).toEqual(['nothing to change']);
});
