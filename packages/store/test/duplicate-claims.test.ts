import { claimId } from '../src/index.js';
import { openWorld, type World } from './world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

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

  it('of one lead are taken in their order up to the first that another lead holds, and none behind it', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    const ids = ['e1', 'e2', 'e3'].map((value) => claimId('ACMRU', 'email', value)) as [
      string,
      string,
      string,
    ];
    await duplicateClaims.take(ids[1], who('e'), now, later);
    expect(await duplicateClaims.takeFree(ids, who('f'), later)).toBe(1);
    const held = await Promise.all(ids.map((id) => duplicateClaims.look(id, who('nobody'), now)));
    expect(held).toEqual([
      { kind: 'held', holder: who('f') },
      { kind: 'held', holder: who('e') },
      { kind: 'ours' },
    ]);
  });

  it('of leads with the same values go to one of them whole, so that none waits for the other', async () => {
    const { duplicateClaims } = world.stores.forTenant('demo');
    for (let pair = 0; pair < 20; pair += 1) {
      const ids = ['phone', 'email'].map((field) => claimId('ACMRU', field, `pair${pair}`));
      const taken = await Promise.all(
        ['one', 'other'].map((lead) => duplicateClaims.takeFree(ids, who(`${lead}${pair}`), later)),
      );
      expect(taken.toSorted()).toEqual([0, 2]);
    }
  });
});
