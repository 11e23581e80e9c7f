/** Leads that are delivered by e-mail, over real SMTP to the mailbox of the sink. */
import type { StagePayload } from '@sluice/contracts';
import { duringTests, putTenant } from '@sluice/testing';
import { openDeliveryWorker, type DeliveryWorker } from './delivery-worker.js';

const address = 'leads@acme.example';
const world = duringTests(openDeliveryWorker);

/** Runs the stage once, on behalf of a client that takes leads by e-mail. */
async function mailed(
  settings: object = { notificationEmail: address },
  script?: Parameters<DeliveryWorker['answers']>[0],
) {
  const campaignId = await world.campaignOfClient({ postingMethod: 'email', ...settings });
  const payload = await world.routed(campaignId);
  if (script) world.answers(script, `/mail/${address}`);
  const outcome = await world.deliver(payload);
  return { payload, outcome };
}

const mails = ({ submissionId }: StagePayload) =>
  world.received().filter(({ key }) => key === `<${submissionId}.delivery@sluice>`);
const attempts = ({ submissionId }: StagePayload) => world.mine.attempts.of(submissionId);
const later = async (payload: StagePayload) => {
  await world.skipWait(payload);
  return world.deliver(payload);
};

it('a lead is delivered when the mail server has accepted it, once', async () => {
  const { payload } = await mailed();
  expect(await world.decided(payload)).toMatchObject({ kind: 'delivered' });
  await world.deliver(payload);
  const [mail, ...others] = mails(payload);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    status: 250,
    path: `/mail/${address}`,
    headers: { from: 'leads@sluice.example', to: address },
  });
  expect(await attempts(payload)).toMatchObject([
    {
      url: `mailto:${address}`,
      sent: expect.any(String) as string,
      outcome: { kind: 'accepted', status: 250 },
    },
  ]);
});

it('a lead that the mail server refuses for good has failed with mail_refused, and takes no room', async () => {
  const { payload } = await mailed(undefined, { status: 552, body: 'too large' });
  expect(await world.decided(payload)).toMatchObject({ kind: 'failed', reason: 'mail_refused' });
  expect(await attempts(payload)).toMatchObject([{ outcome: { kind: 'failed', status: 552 } }]);
  expect(await world.isFree(payload)).toBe(true);
});

it('a lead that the mail server asks for later is sent again, under the same Message-ID', async () => {
  const { payload, outcome } = await mailed(undefined, { status: 451, body: 'greylisted' });
  expect(outcome).toMatchObject({ outcome: 'retry' });
  expect(await attempts(payload)).toMatchObject([{ outcome: { kind: 'retry', reason: 'server_busy' } }]);
  await later(payload);
  expect(await world.decided(payload)).toMatchObject({ kind: 'delivered' });
  expect(mails(payload).map(({ status }) => status)).toEqual([250, 451]);
});

it('a connection lost after the text is an unknown outcome, and the lead goes again under the same Message-ID', async () => {
  const { payload } = await mailed(undefined, { mode: 'reset_after' });
  expect(await attempts(payload)).toMatchObject([{ outcome: { kind: 'unknown', reason: 'reset' } }]);
  expect(await world.isFree(payload)).toBe(false);
  world.answers({ status: 550, body: 'no such mailbox' }, `/mail/${address}`);
  await later(payload);
  // The first text may have been taken.
  expect(await world.decided(payload)).toMatchObject({ kind: 'failed', reason: 'unknown_outcome' });
  expect(mails(payload)).toHaveLength(2);
});

it('a lead of a client whose tenant has no mail server ends without a destination, and the trace says why', async () => {
  world.useInstallationMail(false);
  const { payload } = await mailed();
  world.useInstallationMail(true);
  const decision = await world.decided(payload);
  expect(decision).toMatchObject({ kind: 'error', reason: 'no_destination' });
  expect(decision?.trace.map(({ because }) => because)).toContain('no_email_provider');
  expect(mails(payload)).toEqual([]);
});

it('a lead goes through its tenant’s own mail server, where it has one', async () => {
  await putTenant(world.core.stores.tenants, { tenantId: 'demo', name: 'Demo', settings: {} });
  const wrong = {
    host: '127.0.0.1',
    port: String(world.mailPort),
    from: 'own@demo.example',
    user: 'u',
    password: 'wrong',
  };
  const at = { keys: world.keys, at: new Date() };
  await world.core.stores.secrets.setCredentials('demo', 'smtp', wrong, at);
  const { payload } = await mailed();
  expect(await attempts(payload)).toMatchObject([{ outcome: { kind: 'retry', reason: 'login_refused' } }]);
  await world.core.stores.secrets.setCredentials('demo', 'smtp', { ...wrong, password: 'right' }, at);
  await later(payload);
  expect(mails(payload)).toMatchObject([{ headers: { from: 'own@demo.example' } }]);
});
