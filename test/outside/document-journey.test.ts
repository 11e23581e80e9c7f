/** Documents of a qualified lead, from the interface to DocuSeal's stand-in and back through its events. */
import type { Effect, FileReference } from '@sluice/contracts';
import { docusealTemplateIds } from '@sluice/sink';
import { eventually, testWebhookSecret } from '@sluice/testing';
import type { Receipt } from '../installation/affiliate.js';
import { startTenant, type TestTenant } from '../installation/tenant.js';

const webhookSecret = 'whsec_c2VjcmV0LW9mLWRvY3VtZW50cy0x';
const { oneRole, second } = docusealTemplateIds;
const document = (documentId: string, more: object = {}) => ({
  documentId,
  name: documentId,
  isActive: true,
  autoSend: true,
  provider: 'docuseal',
  templateId: String(oneRole),
  ...more,
});
const campaign = (campaignId: string, ...documents: object[]) => ({ campaignId, documents });

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await startTenant(
    {
      settings: { webhooks: { url: '${SINK_URL}/webhooks', secret: testWebhookSecret } },
      providers: {
        docuseal: { apiKey: '${META_TOKEN}', webhookSecret, baseUrl: '${SINK_URL}/docuseal' },
      },
      campaigns: [
        campaign(
          'ORDER',
          document('retainer', {
            order: 1,
            expiresInDays: 7,
            metadataOverrides: { matter: 'A-1' },
            fieldMappingOverrides: [
              { providerFieldName: 'Full Name', sourceType: 'field_library', sourceValue: 'firstName' },
              {
                providerFieldName: 'Case Type',
                sourceValue: 'injury',
                fallbackTemplate: 'of {{ firstName }}',
              },
            ],
          }),
          document('records', { order: 2, templateId: String(second) }),
        ),
        // Wants no events, so that its document is its only effect with a worker.
        {
          ...campaign('DEATH', document('retainer')),
          webhooks: { url: '${SINK_URL}/webhooks', events: { 'lead.returned': true } },
        },
      ],
    },
    {
      services: ['gateway', 'qualification', 'routing', 'delivery', 'webhook'],
      apart: ['webhook'],
      // The sweep finds what a killed worker left.
      env: { SWEEP_AFTER_SECONDS: '5' },
    },
  );
}, 120_000);
afterAll(() => tenant?.stop(), 60_000);

const file = async ({ leadId }: Receipt, fileKey = 'retainer'): Promise<FileReference> =>
  eventually(`the file ${fileKey} is there`, async () =>
    tenant.stores.files.find({ leadId, fileKey }, new Date()),
  );
const signature = async ({ leadId }: Receipt, fileKey = 'retainer'): Promise<Effect | undefined> => {
  const once = await tenant.stores.effects.onceForLead(leadId);
  return once.find(({ kind, body }) => kind === 'signature' && body['fileKey'] === fileKey);
};
const sent = (receipt: Receipt, fileKey?: string, timeoutMs?: number) =>
  eventually(
    'the document is sent',
    async () => {
      const found = await file(receipt, fileKey);
      return (await signature(receipt, fileKey))?.status === 'done' && found.signingUrl ? found : undefined;
    },
    timeoutMs,
  );
/** What DocuSeal was asked to send for this file. */
const posts = ({ fileId }: FileReference) =>
  tenant.received('/docuseal/submissions').filter(({ body }) => body.includes(fileId));
const reports = async (events: readonly string[], { fileId }: FileReference) => {
  const { url, sink } = tenant.installation;
  const answers = await sink.sendEvents({
    vendor: 'docuseal',
    url: `${url}/hooks/documents/docuseal/acme`,
    events: events.map((event) => ({ event, of: fileId })),
    secret: webhookSecret,
  });
  return answers.map(({ status }) => status);
};
const told = ({ leadId }: Receipt) =>
  tenant
    .received('/webhooks')
    .map(({ body }) => JSON.parse(body) as { type: string; leadId: string; data: Record<string, unknown> })
    .filter((message) => message.leadId === leadId && message.type === 'file.updated')
    .map(({ data }) => `${String(data['fileKey'])} ${String(data['status'])}`);

describe('a document through DocuSeal', () => {
  it('is sent, followed to its signature, and only then is the next one sent', async () => {
    const receipt = await tenant.submit('ORDER', { firstName: 'Zoë', email: 'zoe@example.com' });
    const retainer = await sent(receipt);
    expect(retainer).toMatchObject({ status: 'pending', provider: 'docuseal' });
    const [post, ...more] = posts(retainer);
    expect(more).toEqual([]);
    expect(JSON.parse(post!.body)).toMatchObject({
      template_id: oneRole,
      expire_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/) as string,
      submitters: [
        {
          role: 'First Party',
          email: 'zoe@example.com',
          external_id: retainer.fileId,
          metadata: { matter: 'A-1' },
          values: { 'Full Name': 'Zoë', 'Case Type': expect.any(String) as string },
        },
      ],
    });
    expect(await signature(receipt, 'records')).toBeUndefined();

    expect(await reports(['form.viewed', 'form.started', 'form.completed', 'form.viewed'], retainer)).toEqual(
      [200, 200, 200, 200],
    );
    expect(await file(receipt)).toMatchObject({ status: 'signed', signedAt: expect.any(String) as string });
    const records = await sent(receipt, 'records');
    expect(posts(records)).toHaveLength(1);

    expect(await reports(['form.declined', 'form.completed'], records)).toEqual([200, 200]);
    expect((await file(receipt, 'records')).status).toBe('declined');
    const shown = await tenant.installation.sluice(['leads', 'show', receipt.leadId, '--tenant', 'acme']);
    expect(shown.output).toContain('File retainer is signed.');
    expect(shown.output).toContain('File records is declined.');
    // A webhook may arrive twice, for instance on a machine too busy to answer it in time.
    const steps = () => [...new Set(told(receipt))].sort();
    await eventually('every step is told', () => steps().length >= 6);
    expect(steps()).toEqual([
      'records declined',
      'records pending',
      'retainer in_progress',
      'retainer pending',
      'retainer signed',
      'retainer viewed',
    ]);
  }, 90_000);
});

it.each(['after-effect-load', 'after-effect-call-before-record'] as const)(
  'a document whose worker ends %s is sent once',
  async (point) => {
    const { installation } = tenant;
    installation.signal('webhook', 'SIGKILL');
    await installation.ended('webhook');
    await installation.restart('webhook', { FAILPOINT: `${point}@DEATH` });
    const receipt = await tenant.submit('DEATH');
    await installation.ended('webhook');
    await installation.restart('webhook', { FAILPOINT: '' });
    const found = await sent(receipt, 'retainer', 120_000);
    expect(posts(found)).toHaveLength(1);
  },
  180_000,
);
