import type { SubmissionKind, SubmissionRecord } from '@sluice/contracts';
import { submissionMoments } from './moments.js';

it.each<[SubmissionKind, string]>([
  ['submit', 'Submitted to campaign ACMRU.'],
  ['import', 'Imported, without delivery, into campaign ACMRU.'],
  ['repost', 'Reposted to campaign ACMRU.'],
  ['deliver', 'Sent by hand to campaign ACMRU.'],
  ['move', 'Moved to campaign ACMRU.'],
])(
  'a timeline says of a new submission of kind %s what was asked for, and claims no delivery',
  (kind, text) => {
    const submission: SubmissionRecord = {
      ...{ tenantId: 'alpha', submissionId: 'sub_1', leadId: 'lead_1', campaignId: 'ACMRU', kind },
      ...{ isTest: false, data: {}, acceptedAt: new Date(0), first: true, status: 'pending' },
    };
    const moments = submissionMoments(
      { submission, decisions: [], attempts: [], effects: [] },
      () => undefined,
      { zone: 'UTC', reveal: false },
    );
    expect(moments.map(({ what }) => what.text)).toEqual([text]);
  },
);
