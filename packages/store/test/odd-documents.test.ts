/** A document that cannot be written costs other callers nothing, although writes are batched. */
import type { LeadData } from '@sluice/contracts';
import { accepted, aSubmission, duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';

const world = duringTests(openWorld);

const odd: [string, unknown][] = [
  ['a key with a null character', { 'a\0b': 1 }],
  ['an object of no known type', { a: { _bsontype: 'Nothing' } }],
  ['an object of another driver', { a: { _bsontype: 'ObjectId', id: 'x' } }],
  [
    'a value that throws',
    Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('no');
      },
    }),
  ],
  ['more than a document holds', { a: 'x'.repeat(17 * 1024 * 1024) }],
];

// The odd one is in the middle, with others before and after it.
const around = async (write: (n: number) => Promise<unknown>, oddly: () => Promise<unknown>) => {
  const first = Array.from({ length: 32 }, (_, n) => write(n));
  const bad = oddly();
  const rest = Array.from({ length: 31 }, (_, n) => write(32 + n));
  const [worst] = await Promise.allSettled([bad]);
  const good = await Promise.allSettled([...first, ...rest]);
  return { worst: worst.status, good: new Set(good.map(({ status }) => status)) };
};

describe.each(odd)('a document with %s', (name, value) => {
  const id = name.replaceAll(' ', '-');
  const data = { customFields: { value } } as LeadData;

  it('fails its own acceptance and no other in the same batch', async () => {
    const outcome = await around(
      (n) => world.stores.accept(accepted(aSubmission({ submissionId: `sub_${id}${n}` }))),
      () => world.stores.accept(accepted(aSubmission({ submissionId: `sub_${id}-odd`, data }))),
    );
    expect(outcome).toEqual({ worst: 'rejected', good: new Set(['fulfilled']) });
    const { submissions, leads } = world.stores.forTenant('demo');
    const good = Array.from({ length: 63 }, (_, n) => `${id}${n}`);
    const found = await Promise.all(
      good.flatMap((one) => [submissions.find(`sub_${one}`), leads.find(`lead_${one}`)]),
    );
    for (const document of found) expect(document).toBeDefined();
    expect(await submissions.find(`sub_${id}-odd`)).toBeUndefined();
  });

  it('fails its own decision and no other in the same batch', async () => {
    const { journal } = world.stores.forTenant('demo');
    const record = (submissionId: string, trace: unknown) =>
      journal.record(
        { submissionId, leadId: 'lead_1' },
        'qualification',
        0,
        { kind: 'qualified', trace: [{ looked: 'x', verdict: 'passed', values: { trace } }] },
        new Date(),
      );
    const outcome = await around(
      async (n) => expect(await record(`sub_${id}${n}`, 1)).toMatchObject({ ours: true }),
      () => record(`sub_${id}-odd`, value),
    );
    expect(outcome).toEqual({ worst: 'rejected', good: new Set(['fulfilled']) });
  });
});

describe('an update that cannot be executed', () => {
  it.each([
    ['the driver cannot serialise', { 'a\0b': 1 }],
    // Two such answers exceed the size of one document, which only the database can detect.
    ['the database refuses', { a: 'x'.repeat(9 * 1024 * 1024) }],
  ])('because %s fails alone, and the updates behind it are executed', async (name, value) => {
    const { effects } = world.stores.forTenant('demo');
    const id = (n: number | string) => `eff_${name.replaceAll(' ', '')}${n}`;
    const plan = (effectId: string) =>
      effects.plan(
        {
          effectId,
          kind: 'call',
          eventId: 'evt_1',
          submissionId: 'sub_1',
          leadId: 'lead_1',
          campaignId: 'C',
          trigger: 'lead.created',
          body: { interactionId: 'int_1' },
        },
        new Date(),
        new Date(),
      );
    const progress = (effectId: string, answer: unknown) =>
      effects.progress(
        effectId,
        {
          attempt: { at: new Date(), durationMs: 1, outcome: 'retry', answer: answer as string },
          status: 'due',
          dueAt: new Date(),
        },
        new Date(),
      );
    await Promise.all([id('odd'), ...Array.from({ length: 63 }, (_, n) => id(n))].map(plan));
    if (name.startsWith('the database')) await progress(id('odd'), value);
    const outcome = await around(
      (n) => progress(id(n), 'fine'),
      () => progress(id('odd'), value),
    );
    expect(outcome).toEqual({ worst: 'rejected', good: new Set(['fulfilled']) });
    const found = await Promise.all(Array.from({ length: 63 }, (_, n) => effects.find(id(n))));
    for (const effect of found) expect(effect?.attempts).toHaveLength(1);
  });
});
