/** A lead's timeline as text, as the admin API returns it: sentences, each with its reasons below it. */
import type { LeadTimeline } from '@sluice/contracts';

type Sentence = LeadTimeline['moments'][number]['what'];

/** The lead and what became of it, the known facts about its person (masked), and its moments in order. */
export function timelineText({ lead, head, erasedAt, fields, moments }: LeadTimeline): string {
  const { leadId, campaignId, status, because, isTest } = lead;
  const why = because === undefined ? '' : ` (${because})`;
  return [
    `Lead ${leadId}  campaign ${campaignId}  status ${status}${why}${isTest ? '  test' : ''}`,
    head.what.text,
    ...reasonLines(head.what, '  '),
    ...(erasedAt === undefined ? [] : [`Its personal data was erased, ${erasedAt}`]),
    ...fields.map(({ name, value }) => `  ${name}: ${value}`),
    '',
    ...moments.flatMap(({ at, submissionId, what, calls = [] }) => [
      `${at}  ${submissionId === undefined ? '' : `${submissionId}  `}${what.text}`,
      ...reasonLines(what, '  '),
      ...calls.map(({ n, outcome, status: answered, request }) =>
        ['  call', n, request?.url, answered, outcome].filter((part) => part !== undefined).join('  '),
      ),
    ]),
  ].join('\n');
}

function reasonLines({ of = [] }: Sentence, indent: string): string[] {
  return of.flatMap((reason) => [`${indent}${reason.text}`, ...reasonLines(reason, `${indent}  `)]);
}
