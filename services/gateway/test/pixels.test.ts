import { pixelQueue, type Effect } from '@sluice/contracts';
import { createMetrics, silentLogger, workerConnection } from '@sluice/process';
import { createProducer, defineStage, startStage, type RunningStage } from '@sluice/queue';
import { duringTests } from '@sluice/testing';
import { aLead, openGateway } from './gateway.js';

const world = duringTests(openGateway);

const newLead = async (changes: Record<string, unknown> = {}): Promise<string> =>
  (await world.call('submitLead', { body: aLead(changes) })).data.leadId;
const fire = (body: Record<string, unknown>) =>
  world.call('firePixel', { body: { pixelId: '123', platform: 'facebook', eventName: 'Lead', ...body } });

/**
 * Runs `work` beside a worker on the pixel queue that ends each event with `status` and collects the events in `seen`.
 */
async function withWorker(status: 'done' | 'failed', work: (seen: Effect[]) => Promise<void>): Promise<void> {
  const seen: Effect[] = [];
  const connection = workerConnection(world.redisUrl, silentLogger);
  const producer = createProducer(connection);
  const stage = defineStage({
    queue: pixelQueue,
    budgetMs: 30_000,
    run: async ({ tenantId, effectId }) => {
      const { effects } = world.stores.forTenant(tenantId);
      seen.push((await effects.find(effectId))!);
      await effects.progress(effectId, { status }, new Date());
      return { outcome: status };
    },
  });
  const running: RunningStage = startStage(
    stage,
    {},
    {
      connection,
      producer,
      log: silentLogger,
      metrics: createMetrics('pixel'),
      now: () => new Date(),
    },
  );
  try {
    await work(seen);
  } finally {
    await running.close();
    await producer.close();
    connection.disconnect();
  }
}

describe('POST /pixels/fire', () => {
  it('enqueues the event and returns the answer of the platform', async () => {
    await withWorker('done', async (seen) => {
      const leadId = await newLead();
      const { status, data } = await fire({ leadId, eventValue: 250, currency: 'usd', platform: 'meta' });
      expect(status).toBe(200);
      expect(data).toEqual({
        success: true,
        platform: 'facebook',
        eventName: 'Lead',
        pixelId: '123',
        leadId,
        status: 'sent',
      });
      expect(seen).toMatchObject([
        {
          kind: 'pixel',
          leadId,
          body: {
            order: {
              pixelId: '123',
              platform: 'facebook',
              eventName: 'Lead',
              value: 250,
              currency: 'USD',
              actionSource: 'system_generated',
            },
          },
        },
      ]);
    });
  });

  it('reports the refusal of the platform', async () => {
    await withWorker('failed', async () => {
      const { status, data } = await fire({ leadId: await newLead() });
      expect([status, data.success, data.status]).toEqual([200, false, 'failed']);
    });
  });

  it('answers 202 and queued when the worker takes longer than five seconds', async () => {
    const startedAt = Date.now();
    const { status, data } = await fire({ leadId: await newLead() });
    expect([status, data.success, data.status]).toEqual([202, true, 'queued']);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4_900);
  });

  it('sends nothing for a test lead unless in test mode', async () => {
    await withWorker('done', async (seen) => {
      const leadId = await newLead({ isTest: true });
      const { status, data } = await fire({ leadId });
      expect([status, data.success, data.status]).toEqual([200, false, 'skipped']);
      expect((await fire({ leadId, testEventCode: 'TEST1' })).data.status).toBe('sent');
      const events = seen.filter((effect) => effect.leadId === leadId);
      expect(events).toMatchObject([{ body: { order: { testEventCode: 'TEST1' } } }]);
    });
  });

  it('answers NOT_FOUND for an unknown lead', async () => {
    expect((await fire({ leadId: 'lead_none' })).status).toBe(404);
  });
});
