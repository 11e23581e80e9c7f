/** The status of a lead's file in what a buyer receives. */
import { now } from '@sluice/pipeline';
import { duringTests } from '@sluice/testing';
import { openDeliveryWorker } from './delivery-worker.js';

const worker = duringTests(openDeliveryWorker);

type FileStatus = 'pending' | 'signed' | 'declined';

async function setFile({ submissionId }: { readonly submissionId: string }, status: FileStatus) {
  const submission = await worker.mine.submissions.find(submissionId);
  const key = { leadId: submission?.leadId ?? '', fileKey: 'retainer' };
  const file = { fileId: 'file_1', provider: 'manual_upload', status } as const;
  await worker.mine.files.upsert(key, { status }, file, now(worker.core));
}

const lastBody = () => worker.received()[0]?.body;

describe.each([
  ['fields', { fields: { state: 'file.retainer', other: 'file.none' } }],
  ['a template', { format: 'liquid', template: '{"state": "{{ file.retainer }}"}' }],
])('the status of a file in %s of an endpoint', (_where, endpoint) => {
  it('is that at the first attempt, for every attempt at one buyer', async () => {
    const campaignId = await worker.campaignTo(endpoint);
    const payload = await worker.routed(campaignId);
    await setFile(payload, 'pending');
    worker.answers({ status: 503 });
    await worker.deliver(payload, { first: true });
    expect(JSON.parse(lastBody() ?? '')).toEqual({ state: 'pending' });
    await setFile(payload, 'signed');
    await worker.skipWait(payload);
    await worker.deliver(payload);
    expect(JSON.parse(lastBody() ?? '')).toEqual({ state: 'pending' });
    expect(await worker.decided(payload)).toMatchObject({ kind: 'delivered' });
    const [first, second] = await worker.mine.attempts.of(payload.submissionId);
    expect(first?.sent).toBe(second?.sent);

    const later = await worker.routed(campaignId);
    await setFile(later, 'signed');
    await worker.deliver(later, { first: true });
    expect(JSON.parse(lastBody() ?? '')).toEqual({ state: 'signed' });
  });
});

it('a file that the lead gets between two attempts is not in the second either', async () => {
  const campaignId = await worker.campaignTo({ fields: { id: 'leadId', state: 'file.late' } });
  const payload = await worker.routed(campaignId);
  worker.answers({ status: 503 });
  await worker.deliver(payload, { first: true });
  const first = lastBody();
  const submission = await worker.mine.submissions.find(payload.submissionId);
  const key = { leadId: submission?.leadId ?? '', fileKey: 'late' };
  await worker.mine.files.upsert(
    key,
    {},
    { fileId: 'file_2', provider: 'manual_upload', status: 'uploaded' },
    now(worker.core),
  );
  await worker.skipWait(payload);
  await worker.deliver(payload);
  expect(lastBody()).toBe(first);
});

it('an endpoint that names no file costs no look at files', async () => {
  const campaignId = await worker.campaignTo({ fields: { first: 'firstName' } });
  const payload = await worker.routed(campaignId);
  await worker.deliver(payload, { first: true });
  expect((await worker.mine.attempts.of(payload.submissionId))[0]).not.toHaveProperty('files');
});
