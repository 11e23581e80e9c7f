/** The e-mail worker's stage on real stores, a clock that the test moves, and the demo's mailbox over real SMTP. */
import type { Effect } from '@sluice/contracts';
import { createMailClient, createOpenSocket, type MailServer } from '@sluice/providers';
import { newId } from '@sluice/process';
import { startSink, type Sink } from '@sluice/sink';
import { sealingKey } from '@sluice/store';
import {
  aStoredClient,
  fixedClock,
  putItem,
  putTenant,
  testEncryptionKey,
  type FixedClock,
} from '@sluice/testing';
import { openWorld, type World } from '@sluice/testing/core';
import type { EmailDeps } from '../src/deps.js';
import { emailStage } from '../src/email-stage.js';

export const address = 'buyer@acme.example';

/** A mail as the mailbox kept it. */
export interface KeptMail {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments: readonly { readonly filename: string; readonly content: string }[];
  readonly messageId: string | undefined;
  readonly status: number;
}

export interface EmailWorker extends World {
  readonly deps: EmailDeps;
  readonly clock: FixedClock;
  readonly sink: Sink;
  /** Stores a client, by default with an address. Returns its id. */
  aClient(settings?: object): Promise<string>;
  /** A lead that was just placed with the client: its effect is planned. Returns the effect's id. */
  placed(clientId: string, more?: { readonly leadId?: string; readonly data?: object }): Promise<string>;
  run(effectId: string): ReturnType<typeof emailStage.run>;
  find(effectId: string): Promise<Effect | undefined>;
  /** The ids of the notices of a client. */
  notices(clientId: string): Promise<readonly string[]>;
  mails(): readonly KeptMail[];
}

export async function openEmailWorker(): Promise<EmailWorker> {
  const clock = fixedClock(new Date('2026-03-01T12:00:10Z'));
  const world = await openWorld({ clock });
  const { core, stores } = world;
  const sink = await startSink({ port: 0 });
  world.onClose(() => sink.close());
  const installation: MailServer = {
    host: '127.0.0.1',
    port: sink.smtpPort,
    secure: false,
    from: 'leads@sluice.example',
  };
  const deps: EmailDeps = {
    ...core,
    mail: createMailClient(createOpenSocket(['127.0.0.0/8'])),
    installation,
    encryptionKeys: [sealingKey(testEncryptionKey)],
  };
  await putTenant(stores.tenants, {
    tenantId: 'demo',
    name: 'Demo',
    settings: { timezone: 'Europe/Berlin' },
  });
  const mine = stores.forTenant('demo');
  let clients = 0;
  const worker: Omit<EmailWorker, keyof World> = {
    deps,
    clock,
    sink,
    async aClient(settings = { notificationEmail: address }) {
      const clientId = `cli_${(clients += 1)}`;
      await putItem(mine.clients, clientId, aStoredClient({ clientId, name: 'Acme', settings }));
      return clientId;
    },
    async placed(clientId, { leadId = newId('lead'), data = { firstName: 'Ann' } } = {}) {
      const [at, submissionId, campaignId] = [clock.now(), newId('submission'), 'ACMRU'];
      const lead = {
        tenantId: 'demo',
        leadId,
        campaignId,
        data,
        isTest: false,
        status: 'delivered' as const,
      };
      await mine.leads.ensure({
        lead: { ...lead, createdAt: at, updatedAt: at, lastSubmissionId: submissionId },
        search: [],
      });
      const effectId = `${submissionId}.lead.delivered.email`;
      const noticed = { leadId, at: at.toISOString(), campaignId };
      const body = { mail: 'placed', clientId, lead: noticed } as const;
      const ids = { effectId, submissionId, leadId, campaignId, eventId: newId('event') };
      await mine.effects.plan({ ...ids, kind: 'email', trigger: 'lead.delivered', body }, at, at);
      return effectId;
    },
    run: (effectId) => emailStage.run({ tenantId: 'demo', effectId }, deps, { first: true }),
    find: (effectId) => mine.effects.find(effectId),
    async notices(clientId) {
      const first = Math.floor(new Date('2026-03-01T12:00:00Z').getTime() / 60_000);
      const ids = Array.from({ length: 10 }, (_, n) => `client.${clientId}.notice.${first + n}`);
      const found = await Promise.all(ids.map(async (id) => ((await mine.effects.find(id)) ? [id] : [])));
      return found.flat();
    },
    mails: () =>
      sink
        .received({ path: '/mail/*' })
        .reverse()
        .map(({ body, key, status }) => ({
          ...(JSON.parse(body) as Omit<KeptMail, 'messageId' | 'status'>),
          messageId: key,
          status,
        })),
  };
  return Object.assign(world, worker);
}
