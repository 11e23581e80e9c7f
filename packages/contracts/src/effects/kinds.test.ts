import { effectKinds, effectLane, effectWords } from './kinds.js';

const message = { message: {} as never };

describe('the lane of an event', () => {
  const laneIn = (webhooks: object) =>
    effectLane({ kind: 'webhook', body: message }, { campaignId: 'C1', webhooks });

  it("is its campaign's own if the campaign has a webhook of its own, and else shared by its tenant", () => {
    expect(laneIn({ url: 'https://c1.example' })).toBe('webhook.C1');
    expect(laneIn({ url: 'https://c1.example', inheritFromTenant: true })).toBe('webhook');
    expect(laneIn({})).toBe('webhook');
    expect(effectLane({ kind: 'webhook', body: message }, { campaignId: 'GONE' })).toBe('webhook');
  });
});

it('mails about accounts have a lane of their own, beside that of each client', () => {
  const campaign = { campaignId: '' };
  const account = { mail: 'password_changed', to: 'ada@example.com', facts: {} } as const;
  expect(effectLane({ kind: 'email', body: account }, campaign)).toBe('email.accounts');
  const report = { mail: 'report', clientId: 'cli_1', day: '2026-03-01' } as const;
  expect(effectLane({ kind: 'email', body: report }, campaign)).toBe('email.cli_1');
});

it('an effect has words also when its body is gone with its person', () => {
  const check = { kind: 'check', trigger: 'check.llm' } as const;
  expect(effectWords({ ...check, body: { check: 'llm' } })).toBe('Question to the language model');
  expect(effectWords({ ...check, body: {} })).toBe('Check check.llm');
  for (const kind of Object.keys(effectKinds) as (keyof typeof effectKinds)[])
    expect(effectWords({ kind, trigger: 't', body: {} })).not.toMatch(/undefined/);
});
