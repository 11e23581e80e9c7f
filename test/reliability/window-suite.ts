/** What holds after every window was opened, whatever happened there and however many processes there are. */
import { failpoints } from '@sluice/runtime';
import { playWindows, type PlayedWindows, type WindowPlay } from './play-windows.js';
import { sweepWindow, windows, type FailureWindow } from './windows.js';

const PLAYED_WITHIN_MS = 900_000;

/** Plays all windows and tests what came of it. */
export function testWindows(play: WindowPlay): void {
  let played: PlayedWindows;
  beforeAll(async () => {
    played = await playWindows(play);
  }, PLAYED_WITHIN_MS);
  afterAll(() => played?.stop(), 60_000);

  it('every failpoint has a window here', () => {
    expect(new Set(windows.map(({ name }) => name))).toEqual(new Set(failpoints));
  });

  it.each(windows.map((window) => ({ ...window, window })))(
    `a process ${play.effect} at $name ($service)`,
    ({ window }) => {
      const seen = played.seen.get(window);
      if (play.effect === 'hangs') expect(seen).toBe('hangs');
      else expect(seen).toMatchObject({ signal: 'SIGKILL' });
    },
  );

  if (play.effect === 'hangs') {
    it('a worker whose job is past its budget is not healthy while it hangs', () => {
      const jobs = windows.filter((window) => window.service !== 'gateway' && window !== sweepWindow);
      expect(jobs.map((window) => played.liveness.get(window))).toEqual(jobs.map(() => 503));
    });
  }

  describe('in the end', () => {
    it('every lead has reached its one end', async () => {
      const statuses = await Promise.all(
        windows.map(async (window) => [window, (await leadOf(window))?.status]),
      );
      expect(statuses).toEqual(
        windows.map((window) => [window, window.name === 'before-hold' ? 'queued' : 'delivered']),
      );
    });

    it('the buyer has one effect per submission, however often it was told of it', async () => {
      const keys = new Map<string, Set<string>>();
      for (const { headers, body } of played.installation.sink.received({
        path: '/buyers/borden',
        limit: 1_000,
      })) {
        const { leadId } = JSON.parse(body) as { leadId: string };
        keys.set(leadId, (keys.get(leadId) ?? new Set()).add(headers['idempotency-key'] ?? 'none'));
      }
      const perWindow = await Promise.all(
        windows.map(async (window) => [
          window.name,
          keys.get((await played.told.get(window))?.leadId ?? '')?.size ?? 0,
        ]),
      );
      const expected: Record<string, number> = { 'before-hold': 0, 'after-follow-up-before-lead': 2 };
      expect(perWindow).toEqual(windows.map(({ name }) => [name, expected[name] ?? 1]));
    });

    it('every event is one event, under one id', async () => {
      const ids = new Map<string, Set<string>>();
      for (const { body } of played.installation.sink.received({ path: '/webhooks', limit: 10_000 })) {
        const { id, type, submissionId } = JSON.parse(body) as Record<string, string>;
        const key = `${type} ${submissionId}`;
        ids.set(key, (ids.get(key) ?? new Set()).add(id ?? ''));
      }
      expect([...ids].filter(([, events]) => events.size !== 1)).toEqual([]);
      for (const [{ name }, accepted] of played.told) {
        const { submissionId } = await accepted;
        const outcome = name === 'before-hold' ? 'lead.queued' : 'lead.delivered';
        expect([...ids.keys()]).toContain(`${outcome} ${submissionId}`);
        expect([...ids.keys()]).toContain(`lead.qualified ${submissionId}`);
      }
    });

    it('the ad platform was told of each lead under one event id', () => {
      const ids = played.installation.sink
        .received({ path: '/v24.0/1234567890/events', limit: 10_000 })
        .flatMap(({ body }) => (JSON.parse(body) as { data: { event_id: string }[] }).data)
        .map(({ event_id: id }) => id);
      const leads = windows.length + 1; // the window of a hold needs a lead that takes the slot
      expect(new Set(ids).size).toBe(leads);
    });

    it('every counter holds what was placed and no open name', async () => {
      const counters = await played.inDatabase((database) =>
        database.collection<{ confirmed: number; open: string[] }>('counters').find().toArray(),
      );
      const found = windows.map(({ name, campaignId }) => [
        name,
        ...counters
          .filter(({ _id }) => String(_id).startsWith(`demo/campaign.${campaignId}.`))
          .map(({ confirmed, open }) => [confirmed, open]),
      ]);
      const placed = (name: string) => (name === 'after-follow-up-before-lead' ? 2 : 1);
      expect(found).toEqual(windows.map(({ name }) => [name, [placed(name), []], [placed(name), []]]));
    });
  });

  async function leadOf(window: FailureWindow) {
    const { leads } = played.installation.stores.forTenant('demo');
    return leads.find((await played.told.get(window))?.leadId ?? '');
  }
}
