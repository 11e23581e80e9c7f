/** What the pages for other people's developers say of the interface is what it does; what they show can be copied. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  deliveryEndpointSchema,
  errors,
  reasonClasses,
  submitLead,
  supplierOutcomes,
} from '@sluice/contracts';
import { buildRequest, destinationOf, readAnswer } from '@sluice/domain';
import { projectRoot } from '@sluice/local';
import { parse } from 'yaml';

const page = (name: string) => readFileSync(join(projectRoot, 'docs', 'build', name), 'utf8');

/** The code blocks of a page in a language. */
const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, block = '']) => block);

/** The words in the first column of a table, by the heading of that column. */
function firstColumn(text: string, heading: string): string[] {
  const [, rows = ''] =
    new RegExp(`^\\| ${heading} +\\|.*\\n\\|[ |-]+\\n((?:\\|.*\\n)+)`, 'm').exec(text) ?? [];
  return rows
    .split('\n')
    .flatMap((row) => /^\| ([^|]+?) +\|/.exec(row)?.[1]?.replaceAll('`', '').split(', ') ?? []);
}

describe('docs/build/affiliate.md', () => {
  const text = page('affiliate.md');

  it('explains every status, outcome and reason that an affiliate may get', () => {
    const statuses = [...submitLead.errors.map((code) => errors[code].status), 202, 422].map(String);
    expect(firstColumn(text, 'status').toSorted()).toEqual([...new Set(statuses)].toSorted());
    expect(firstColumn(text, '`outcome`').toSorted()).toEqual([...supplierOutcomes].toSorted());
    expect(firstColumn(text, '`reason`').toSorted()).toEqual([...reasonClasses].toSorted());
  });

  it('shows an answer as the interface gives it', () => {
    const [answer = ''] = blocks(text, 'json');
    const { data } = JSON.parse(answer) as { readonly data: unknown };
    expect(submitLead.data.parse(data)).toEqual(data);
  });
});

describe('docs/build/buyer.md', () => {
  const text = page('buyer.md');
  const { responseRules, onUnreadable } = parse(blocks(text, 'yaml')[0] ?? '') as Record<string, never>;
  const example = parse(readFileSync(join(projectRoot, 'examples', 'buyer', 'tenant.yaml'), 'utf8')) as {
    readonly deliveryEndpoints: readonly [Record<string, unknown>];
  };
  const [asWritten] = example.deliveryEndpoints;
  const endpoint = deliveryEndpointSchema.parse({ ...asWritten, headers: { 'X-Api-Key': 'your-key' } });
  const answered = (bodyText: string, status = 200, rules = endpoint.responseRules) =>
    readAnswer(rules, { status, headers: {}, bodyText }, new Date(), endpoint.onUnreadable);

  it('shows what is posted as it is posted', () => {
    const [shown = ''] = blocks(text, 'http');
    const destination = destinationOf({
      campaign: { deliveryEndpointId: endpoint.deliveryEndpointId },
      client: undefined,
      endpoints: [endpoint],
    });
    if (destination.kind === 'none') throw new Error('no destination');
    const data = { phone: '+14155550132', address: { state: 'CA' } };
    const ids = { leadId: 'lead_01KF3V5N8Q2W7Y4B6C9D1E0G2H', submissionId: 'sub_01KF3V5N8R9Z3X5C7V1B2N4M6K' };
    const request = buildRequest(destination, { ...ids, campaignId: 'BUYRF', acceptedAt: new Date(0), data });
    if (request.kind !== 'request') throw new Error('no request');
    const [head = '', body = ''] = shown.split('\n\n');
    expect(JSON.parse(body)).toEqual(JSON.parse(request.body));
    for (const [name, value] of Object.entries(request.headers))
      expect(head).toContain(`\n${name}: ${value}`);
  });

  it('has the rules of the example, which read the answers that it shows', () => {
    expect({ responseRules, onUnreadable }).toEqual({
      responseRules: asWritten['responseRules'],
      onUnreadable: asWritten['onUnreadable'],
    });
    const results = blocks(text, 'json').map((answer) => answered(answer));
    expect(results).toMatchObject([
      { kind: 'accepted', price: 70, reference: 'case-8841' },
      { kind: 'rejected', reason: 'outside our area' },
      { kind: 'duplicate', reason: 'known to us' },
    ]);
  });

  it('says what a status means without rules', () => {
    const outcomeOf = (status: number) => answered('', status, []).kind;
    expect([200, 422, 408, 429, 503].map(outcomeOf)).toEqual([
      'accepted',
      'rejected',
      'retry',
      'retry',
      'retry',
    ]);
  });
});
