import { duringTests } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { claimId } from '../src/index.js';

const world = duringTests(openWorld);

const who = (n: number | string) => ({ leadId: `lead_${n}`, submissionId: `sub_${n}` });
const now = new Date('2026-11-21T12:00:00Z');
const later = new Date('2026-12-21T12:00:00Z');

describe('dedupe claims', () => {
  it('give a value to exactly one of many concurrent leads, and name that lead to the others', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const id = claimId('ACMRU', 'phone', '+14155550100');
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => duplicateClaims.take(id, who(i), now, later)),
    );
    const winner = answers.findIndex(({ kind }) => kind === 'ours');
    expect(answers.filter(({ kind }) => kind === 'ours')).toHaveLength(1);
    expect(
      answers.filter((answer) => answer.kind === 'held' && answer.holder.leadId === `lead_${winner}`),
    ).toHaveLength(49);
  });

  it('of a lead do not make the same lead a duplicate', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const id = claimId('ACMRU', 'email', 'a@example.com');
    await duplicateClaims.take(id, { leadId: 'lead_a', submissionId: 'sub_a1' }, now, later);
    const again = await duplicateClaims.take(id, { leadId: 'lead_a', submissionId: 'sub_a2' }, now, later);
    expect(again).toEqual({ kind: 'ours', since: 'sub_a1' });
  });

  it('can be looked up with the same result as taking them, without taking them', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const id = claimId('ACMRU', 'email', 'look@example.com');
    expect(await duplicateClaims.look(id, who('l'), now)).toEqual({ kind: 'ours' });
    expect(await duplicateClaims.take(id, who('m'), now, later)).toEqual({ kind: 'ours' });
    expect(await duplicateClaims.look(id, who('l'), now)).toEqual({ kind: 'held', holder: who('m') });
    expect(await duplicateClaims.look(id, who('l'), later)).toEqual({ kind: 'ours' });
  });

  it('are freed by their own submission only', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const id = claimId('ACMRU', 'email', 'b@example.com');
    await duplicateClaims.take(id, who('b'), now, later);
    await duplicateClaims.release([id], 'sub_somebody_else');
    expect((await duplicateClaims.take(id, who('c'), now, later)).kind).toBe('held');
    await duplicateClaims.release([id], 'sub_b');
    expect((await duplicateClaims.take(id, who('c'), now, later)).kind).toBe('ours');
  });

  it('with an expired window are taken over by exactly one of many concurrent leads', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const id = claimId('ACMRU', 'email', 'd@example.com');
    await duplicateClaims.take(id, who('old'), new Date('2026-01-01'), new Date('2026-01-31'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => duplicateClaims.take(id, who(`new${i}`), now, later)),
    );
    expect(answers.filter(({ kind }) => kind === 'ours')).toHaveLength(1);
  });
});

describe('claims and the decision that follows from them', () => {
  const recorded = { kind: 'written', created: [] };
  const refusedAfter = (made: number) => ({ kind: 'refused', made, by: 'exists' });
  const claimFor = (name: string, values: readonly string[]) =>
    world.stores.forTenant('demo').conclusions.conclude(who(name), {
      recorded: {
        stage: 'qualification',
        generation: 0,
        decision: { kind: 'qualified', trace: [] },
        decidedAt: now,
      },
      guard: {
        claims: { ids: values.map((value) => claimId('ACMRU', 'email', value)), expiresAt: later },
      },
    });
  const decisionOf = (name: string) =>
    world.stores.forTenant('demo').journal.find(who(name).submissionId, 'qualification', 0);
  const holderOf = async (value: string) => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const answer = await duplicateClaims.look(claimId('ACMRU', 'email', value), who('nobody'), now);
    return answer.kind === 'held' ? answer.holder.leadId : undefined;
  };

  it('are written together when all values are free', async () => {
    expect(await claimFor('e', ['e1', 'e2'])).toEqual(recorded);
    expect([await holderOf('e1'), await holderOf('e2')]).toEqual(['lead_e', 'lead_e']);
    expect(await decisionOf('e')).toMatchObject({ kind: 'qualified' });
  });

  it('end at the first value that another lead holds, with no later claim and no decision', async () => {
    await claimFor('f', ['f2']);
    expect(await claimFor('g', ['f1', 'f2', 'f3'])).toEqual(refusedAfter(1));
    expect(await Promise.all(['f1', 'f2', 'f3'].map(holderOf))).toEqual(['lead_g', 'lead_f', undefined]);
    expect(await decisionOf('g')).toBeUndefined();
  });

  it('keep the decision of another writer', async () => {
    const { journal } = world.stores.forTenant('demo');
    await journal.record(who('h'), 'qualification', 0, { kind: 'void', trace: [] }, now);
    expect(await claimFor('h', ['h1'])).toEqual({ kind: 'decided_before' });
    expect(await decisionOf('h')).toMatchObject({ kind: 'void' });
  });

  it('of a unique lead are written although other leads of its batch are duplicates', async () => {
    await claimFor('i', ['i']);
    const both = await Promise.all([claimFor('j', ['i', 'j']), claimFor('k', ['k'])]);
    expect(both).toEqual([refusedAfter(0), recorded]);
  });

  it('of leads with the same values go to one of them whole, so that none waits for the other', async () => {
    for (let pair = 0; pair < 20; pair += 1) {
      const values = [`one ${pair}`, `two ${pair}`];
      const taken = await Promise.all(['l', 'm'].map((name) => claimFor(`${name}${pair}`, values)));
      expect(taken.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))).toEqual([refusedAfter(0), recorded]);
    }
  });

  it('of unique leads among many duplicates are all written', async () => {
    const names = Array.from({ length: 40 }, (_, n) => `n${n}`);
    await Promise.all(names.slice(0, 20).map((name) => claimFor(`of ${name}`, [name])));
    const taken = await Promise.all(names.map((name) => claimFor(name, [name])));
    expect(taken).toEqual(names.map((_, n) => (n < 20 ? refusedAfter(0) : recorded)));
    for (const [n, name] of names.entries()) expect((await decisionOf(name)) !== undefined).toBe(n >= 20);
  });

  it('are found as our own when they are written again, because their answer was lost', async () => {
    expect(await claimFor('again', ['again1', 'again2'])).toEqual(recorded);
    expect(await claimFor('again', ['again1', 'again2'])).toEqual(recorded);
  });
});
