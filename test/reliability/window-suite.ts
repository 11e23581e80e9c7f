/** Guarantees after every window was opened, for each effect and number of processes. */
import { failpoints } from '@sluice/process';
import { playWindows, type PlayedWindows, type WindowPlay } from './play-windows.js';
import { endOf } from './window-campaigns.js';
import { isOfSweep, isSubmittedAgain, needsFullLimit, windowsWith, type FailureWindow } from './windows.js';

const PLAYED_WITHIN_MS = 1_500_000;
/** Of 64 leads posted in one moment, more than this many must be in progress in one worker. */
const IN_ONE_WORKER = 32;

/** Plays the windows and tests the result. */
export function testWindows(play: WindowPlay): void {
  const { windows } = play;
  let played: PlayedWindows;
  beforeAll(async () => {
    played = await playWindows(play);
  }, PLAYED_WITHIN_MS);
  afterAll(() => played?.stop(), 60_000);

  it('every failpoint of the code is tested', () => {
    expect(new Set(windowsWith(1).map(({ name }) => name))).toEqual(new Set(failpoints));
  });

  it.each(windows.map((window) => ({ ...window, window })))(
    `a process ${play.effect} at $name ($service), leads: $leads`,
    ({ window }) => {
      const seen = played.seen.get(window);
      if (play.effect === 'hangs') expect(seen).toBe('hangs');
      else expect(seen).toMatchObject({ signal: 'SIGKILL' });
    },
  );

  it('the leads of a batch were in progress together at the failpoint', () => {
    // A gateway in which one request hangs still answers all others.
    const few = windows
      .filter(({ leads, service }) => leads > 1 && (play.effect === 'ends' || service !== 'gateway'))
      .map((window) => ({ ...window, inProgress: played.inProgress.get(window) ?? 0 }))
      .filter(({ inProgress }) => inProgress <= IN_ONE_WORKER);
    expect(few).toEqual([]);
  });

  if (play.effect === 'hangs') {
    it('a worker with a job over its time budget reports itself unhealthy', () => {
      const jobs = windows.filter((window) => window.service !== 'gateway' && !isOfSweep(window));
      expect(jobs.map((window) => played.liveness.get(window))).toEqual(jobs.map(() => 503));
    });
  }

  describe('after recovery', () => {
    it('every lead has its one final status', async () => {
      const found = await eachWindow(async (window) => {
        const statuses = (await leadsOf(window)).map((lead) => lead?.status);
        const count = (status: string) => statuses.filter((one) => one === status).length;
        return { delivered: count('delivered'), queued: count('queued') };
      });
      expect(found).toEqual(
        windows.map((window) => {
          const { delivered, queued } = endOf(window);
          return [window.name, { delivered, queued }];
        }),
      );
    });

    it('the buyer received each submission under one idempotency key', async () => {
      const keys = new Map<string, Set<string>>();
      for (const { headers, body } of played.received('/buyers/borden')) {
        const { leadId } = JSON.parse(body) as { leadId: string };
        keys.set(leadId, (keys.get(leadId) ?? new Set()).add(headers['idempotency-key'] ?? 'none'));
      }
      const perLead = await eachWindow(async (window) => {
        const taken = (await receiptsOf(window)).map(({ leadId }) => keys.get(leadId)?.size ?? 0);
        return taken.filter((count) => count > 0);
      });
      const expected = (window: FailureWindow) =>
        Array<number>(endOf(window).delivered).fill(isSubmittedAgain(window) ? 2 : 1);
      expect(perLead).toEqual(windows.map((window) => [window.name, expected(window)]));
    });

    it('every webhook event was sent, under one event id', async () => {
      const ids = new Map<string, Set<string>>();
      for (const { body } of played.received('/webhooks')) {
        const { id, type, submissionId } = JSON.parse(body) as Record<string, string>;
        const key = `${type} ${submissionId}`;
        ids.set(key, (ids.get(key) ?? new Set()).add(id ?? ''));
      }
      expect([...ids].filter(([, events]) => events.size !== 1)).toEqual([]);
      const missing: string[] = [];
      for (const window of windows) {
        const found = await leadsOf(window);
        for (const [n, { submissionId }] of (await receiptsOf(window)).entries()) {
          for (const event of [found[n]?.status, 'qualified'])
            if (!ids.has(`lead.${event} ${submissionId}`)) missing.push(`lead.${event} ${submissionId}`);
        }
      }
      expect(missing).toEqual([]);
    });

    it('the ad platform received each lead under one event id', () => {
      const ids = played
        .received('/v24.0/1234567890/events')
        .flatMap(({ body }) => (JSON.parse(body) as { data: { event_id: string }[] }).data)
        .map(({ event_id: id }) => id);
      expect(new Set(ids).size).toBe(windows.map(leadsMade).reduce((sum, count) => sum + count));
    });

    it('the ledger has the sale of each placed lead and the milestone of each lead', async () => {
      const found = await played.inDatabase(async (database) => {
        const booked = (of: object) => database.collection('ledger').countDocuments(of);
        return Promise.all(
          windows.map(async ({ name, campaignId }) => [
            name,
            await booked({ campaignId, type: 'sale', minor: 4_000, currency: 'EUR' }),
            await booked({ campaignId, type: 'milestone', minor: 250, currency: 'EUR' }),
            await booked({ campaignId }),
          ]),
        );
      });
      expect(found).toEqual(
        windows.map((window) => {
          const [sales, milestones] = [endOf(window).placed, leadsMade(window)];
          return [window.name, sales, milestones, sales + milestones];
        }),
      );
    });

    it('every count has the placed leads and no open names', async () => {
      const counts = await played.inDatabase((database) =>
        database
          .collection<{ _id: string; lifetime: { placed: number }; open: object[] }>('counts')
          .find()
          .toArray(),
      );
      const found = windows.map(({ name, campaignId }) => [
        name,
        ...counts
          .filter(({ _id }) => _id === `demo/campaign.${campaignId}`)
          .map(({ lifetime, open }) => [lifetime.placed, open]),
      ]);
      const placed = (window: FailureWindow) => [endOf(window).placed, []];
      expect(found).toEqual(windows.map((window) => [window.name, placed(window)]));
    });
  });

  // A hold of one lead needs another lead that takes the only slot.
  function leadsMade(window: FailureWindow): number {
    return needsFullLimit(window) ? 2 : window.leads;
  }

  async function receiptsOf(window: FailureWindow) {
    return (await played.receipt.get(window)) ?? [];
  }

  async function leadsOf(window: FailureWindow) {
    const store = played.installation.stores.forTenant('demo').leads;
    return Promise.all((await receiptsOf(window)).map(({ leadId }) => store.find(leadId)));
  }

  function eachWindow<T>(look: (window: FailureWindow) => Promise<T>) {
    return Promise.all(windows.map(async (window) => [window.name, await look(window)] as const));
  }
}
