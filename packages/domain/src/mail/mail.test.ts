import { campaignOf } from '../../test/builders.js';
import { delivered, effects } from '../../test/effects.js';
import fc from 'fast-check';
import { afterMailAttempt } from './after-mail-attempt.js';
import { reportDue } from './daily-report.js';
import { leadNotice, type ShownLead } from './lead-notice.js';
import { messageIdOf } from './mail-effect.js';
import { noticeSlot, noticeTime } from './notice-slot.js';

const now = new Date('2026-03-01T12:00:00Z');

describe('an attempt at a mail', () => {
  const after = (answer: Parameters<typeof afterMailAttempt>[0]['answer'], n = 1) =>
    afterMailAttempt({ n, answer, now, random01: 0.5 });

  it('that the server accepted is the last', () => {
    expect(after({ kind: 'accepted' })).toEqual({ kind: 'done' });
  });

  it('that got 5xx is the last, and switches the address off if that was refused', () => {
    for (const ofRecipient of [true, false])
      expect(after({ kind: 'refused', ofRecipient })).toEqual({
        kind: 'failed',
        reason: 'mail_refused',
        disablesAddress: ofRecipient,
      });
  });

  it.each(['server_busy', 'timeout', 'refused', 'login_refused'])(
    'that failed with %s is retried on the schedule of webhooks, and given up after the tenth',
    (reason) => {
      expect(after({ kind: 'failed', reason })).toEqual({
        kind: 'again',
        reason,
        at: new Date(now.getTime() + 5_000),
      });
      expect(after({ kind: 'failed', reason }, 9).kind).toBe('again');
      expect(after({ kind: 'failed', reason }, 10)).toMatchObject({ kind: 'failed', reason });
    },
  );

  it.each(['blocked', 'invalid_request'])('that failed with %s is not retried', (reason) => {
    expect(after({ kind: 'failed', reason }).kind).toBe('failed');
  });
});

describe('notices of one client', () => {
  it('go at least a minute apart, each within its slot, whenever they are written', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 130_000 }), { minLength: 1, maxLength: 50 });
    fc.assert(
      fc.property(gaps, (afterMs) => {
        let at = now.getTime();
        const times = new Map<number, Date>();
        for (const gap of afterMs) {
          at += gap;
          const slot = noticeSlot(new Date(at));
          if (!times.has(slot)) times.set(slot, noticeTime(new Date(at), times.get(slot - 1)));
        }
        const sent = [...times].sort(([a], [b]) => a - b);
        sent.forEach(([slot, time], n) => {
          expect(noticeSlot(time)).toBe(slot);
          const before = sent[n - 1]?.[1];
          if (before) expect(time.getTime() - before.getTime()).toBeGreaterThanOrEqual(60_000);
        });
        expect(sent[0]?.[1].getTime()).toBe(now.getTime() + (afterMs[0] ?? 0));
      }),
    );
  });
});

describe('the text of a notice', () => {
  const lead = (more: Partial<ShownLead> = {}): ShownLead => ({
    leadId: 'lead_1',
    at: now,
    campaignName: 'Car accidents',
    data: { firstName: 'Ann', lastName: 'Lee', phone: '+14155550132', email: 'ann@example.com' },
    ...more,
  });

  it('names the lead, its time in the zone of the client, its campaign and the person, and nothing else', () => {
    const { subject, text } = leadNotice([lead()], 0, 'Europe/Berlin');
    expect(subject).toBe('New lead: Car accidents');
    expect(text).toBe(
      'Lead: lead_1\nTime: Sun 1 Mar 2026, 13:00:00 GMT+1\nCampaign: Car accidents\nName: Ann Lee\nPhone: +14155550132\nEmail: ann@example.com\n',
    );
  });

  it('names several, and the number of those beyond', () => {
    const { subject, text } = leadNotice([lead(), lead({ leadId: 'lead_2' })], 7, 'UTC');
    expect(subject).toBe('9 new leads');
    expect(text).toContain('lead_2');
    expect(text).toMatch(/\n\nAnd 7 more\.\n$/);
  });

  it('has a subject that is cut between characters, never within one', () => {
    const [even, odd] = ['', 'x'].map(
      (start) => leadNotice([lead({ campaignName: start + '😀'.repeat(200) })], 0, 'UTC').subject,
    );
    expect([even, odd].map((subject) => /\p{Surrogate}/u.test(subject ?? ''))).toEqual([false, false]);
    expect(even).toMatch(/^New lead: 😀+$/u);
  });

  it('names an erased lead by its id only', () => {
    expect(leadNotice([lead({ data: {} })], 0, 'UTC').text).toBe(
      'Lead: lead_1\nTime: Sun 1 Mar 2026, 12:00:00 UTC\nCampaign: Car accidents\n',
    );
  });

  it('has no line of a lead that looks like one of its own', () => {
    const { text } = leadNotice([lead({ data: { firstName: 'Ann\r\nPhone: +14155550199' } })], 0, 'UTC');
    expect(text).toContain('\nName: Ann\n  Phone: +14155550199\n');
  });

  it('has no markup of a lead, and no line break of a campaign in its subject', () => {
    const { subject, html } = leadNotice(
      [lead({ campaignName: 'A\r\nBcc: x', data: { firstName: '<img src=x>"&' } })],
      0,
      'UTC',
    );
    expect(subject).toBe('New lead: A Bcc: x');
    expect(html).toContain('&lt;img src=x&gt;&quot;&amp;');
    expect(html).not.toContain('<img');
  });
});

describe('the notice of a placed lead', () => {
  const client = (settings: object) =>
    ({ clientId: 'cli', settings, active: true }) as unknown as NonNullable<
      Parameters<typeof effects>[1]
    >['client'];
  const noticed = (given: Parameters<typeof effects>[1]) =>
    effects(delivered, { stage: 'delivery', campaign: campaignOf({}), ...given }).filter(
      ({ kind }) => kind === 'email',
    );
  const wants = client({ notificationEmail: 'a@b.example' });

  it('is one per submission, with ids only', () => {
    expect(noticed({ client: wants })).toMatchObject([
      {
        effectId: 'sub_1.lead.delivered.email',
        body: { mail: 'placed', clientId: 'cli', lead: { leadId: 'lead_1', campaignId: 'ACMRU' } },
      },
    ]);
  });

  it('is not for test leads, nor for clients without an address', () => {
    expect(noticed({ client: wants, submission: { isTest: true } })).toEqual([]);
    expect(noticed({ client: client({}) })).toEqual([]);
    expect(noticed({})).toEqual([]);
  });
});

it('a Message-ID has only characters that it may have', () => {
  expect(messageIdOf('client.a:b.notice.1')).toBe('<client.a%3Ab.notice.1@sluice>');
  expect(messageIdOf('client.~0ab.notice.1')).toBe('<client.~0ab.notice.1@sluice>');
});

describe('a daily report', () => {
  const due = (zone: string, at: string) => reportDue(zone, new Date(at));

  it('is due from 07:00 until midnight in the zone of the client, about the day before', () => {
    expect(due('Europe/Berlin', '2026-03-01T05:59:59Z')).toBeUndefined();
    const reported = { date: '2026-03-01', day: '2026-02-28' };
    expect(due('Europe/Berlin', '2026-03-01T06:00:00Z')).toEqual(reported);
    expect(due('Europe/Berlin', '2026-03-01T22:59:59Z')).toEqual(reported);
    expect(due('Europe/Berlin', '2026-03-01T23:00:00Z')).toBeUndefined();
  });

  it('is about the calendar day before, also when a clock change made that one longer or shorter', () => {
    expect(due('America/New_York', '2026-03-09T11:00:00Z')).toEqual({
      date: '2026-03-09',
      day: '2026-03-08',
    });
    expect(due('America/New_York', '2026-11-02T12:00:00Z')).toEqual({
      date: '2026-11-02',
      day: '2026-11-01',
    });
  });
});
