/** The webhook worker's stage on real stores, a clock that the test moves, and a vendor of documents on loopback. */
import type { CampaignDocument, Effect, FileReference, LeadData } from '@sluice/contracts';
import { effectsOf } from '@sluice/domain';
import { leadFacts, planEffect } from '@sluice/pipeline';
import { createCircuits, createOutboundClient, type OutboundAnswer } from '@sluice/providers';
import { newId } from '@sluice/process';
import { sealingKey, type TenantStores } from '@sluice/store';
import {
  accepted,
  aStoredCampaign,
  aSubmission,
  fixedClock,
  putItem,
  putTenant,
  testEncryptionKey,
  type FixedClock,
} from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import type { WebhookDeps } from '../src/deps.js';
import { webhookStage } from '../src/webhook-stage.js';
import { fakeDocuseal, type FakeDocuseal } from './fake-docuseal.js';

/** An answer of a vendor: a text, or JSON. */
export function saying(status: number, body: unknown, headers = {}): OutboundAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'answered', status, headers, body: text, bodyRead: text, truncated: false, durationMs: 1 };
}

export interface WebhookWorker extends World {
  readonly deps: WebhookDeps;
  readonly clock: FixedClock;
  readonly mine: TenantStores;
  readonly docuseal: FakeDocuseal;
  /** A lead that has just qualified for a campaign with these documents. The tenant `bare` has no vendor. */
  qualified(
    documents: readonly CampaignDocument[],
    more?: { data?: LeadData; isTest?: boolean; tenantId?: 'demo' | 'bare' },
  ): Promise<string>;
  /** The effects that send the lead's documents, by the key of the file. */
  signatures(leadId: string, tenantId?: 'demo' | 'bare'): Promise<Readonly<Record<string, Effect>>>;
  run(effect: Effect): ReturnType<typeof webhookStage.run>;
  file(leadId: string, fileKey: string): Promise<FileReference>;
  /** The events about the lead's files, as type and status. */
  told(leadId: string): Promise<readonly string[]>;
}

export async function openWebhookWorker(): Promise<WebhookWorker> {
  const clock = fixedClock(new Date('2026-03-01T12:00:00Z'));
  const world = await openWorld({ clock });
  const { core, stores } = world;
  const docuseal = await fakeDocuseal();
  world.onClose(() => docuseal.close());
  const key = sealingKey(testEncryptionKey);
  const outbound = createOutboundClient({ allowedCidrs: ['127.0.0.0/8'] });
  world.onClose(() => outbound.close());
  const deps: WebhookDeps = {
    ...core,
    outbound,
    circuits: createCircuits(),
    encryptionKeys: [key],
  };
  const settings = { webhooks: { url: 'https://hooks.example/in' } };
  for (const tenantId of ['demo', 'bare'])
    await putTenant(stores.tenants, { tenantId, name: tenantId, settings });
  const account = { apiKey: 'KEY', baseUrl: docuseal.url };
  await stores.secrets.setCredentials('demo', 'docuseal', account, { keys: [key], at: clock.now() });
  const mine = stores.forTenant('demo');
  let campaigns = 0;

  const worker: Omit<WebhookWorker, keyof World> = {
    deps,
    clock,
    mine,
    docuseal,
    async qualified(documents, { data = person, isTest = false, tenantId = 'demo' } = {}) {
      const of = stores.forTenant(tenantId);
      const at = clock.now();
      const campaignId = `DOC${String((campaigns += 1))}`;
      const campaign = aStoredCampaign({ campaignId, documents: [...documents] });
      await putItem(of.campaigns, campaignId, campaign);
      const [leadId, submissionId] = [newId('lead'), newId('submission')];
      const submission = aSubmission({
        tenantId,
        submissionId,
        leadId,
        campaignId,
        isTest,
        data,
        acceptedAt: at,
      });
      const { lead, search } = accepted(submission).newLead;
      await of.leads.ensure({ lead, search });
      const effects = effectsOf({
        tenantId,
        submission,
        campaign,
        tenantSettings: settings,
        facts: await leadFacts(deps, lead, [campaign]),
        stage: 'qualification',
        decision: { kind: 'qualified', trace: [] },
        mintEventId: () => newId('event'),
        now: at,
      });
      await Promise.all(effects.map((effect) => planEffect(deps, tenantId, effect)));
      return leadId;
    },
    async signatures(leadId, tenantId = 'demo') {
      const once = await stores.forTenant(tenantId).effects.onceForLead(leadId);
      const sent = once.filter((effect) => effect.kind === 'signature');
      return Object.fromEntries(sent.map((effect) => [String(effect.body.fileKey), effect]));
    },
    run: ({ tenantId, effectId }) => webhookStage.run({ tenantId, effectId }, deps, { first: true }),
    async file(leadId, fileKey) {
      const found = await mine.files.find({ leadId, fileKey }, clock.now());
      if (!found) throw new Error(`no file ${fileKey}`);
      return found;
    },
    async told(leadId) {
      const once = await mine.effects.onceForLead(leadId);
      return once
        .filter((effect) => effect.kind === 'webhook')
        .filter(({ trigger }) => trigger === 'file.updated')
        .map(({ body }) => body.message?.data as { fileKey: string; status: string })
        .map(({ fileKey, status }) => `${fileKey} ${status}`);
    },
  };
  return Object.assign(world, worker);
}

const person: LeadData = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '+14155550132',
  phoneValid: true,
  questionnaire: { injury: 'back' },
};
