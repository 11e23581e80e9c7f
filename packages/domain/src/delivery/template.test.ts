import { renderTemplate, templateProblem, TemplateTooSlowError } from './template.js';

// Of the processor's time: what else the machine does is no matter.
const spentMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1_000;
};

describe('templateProblem', () => {
  it.each(['', '{"name": "{{ firstName | upcase }}"}', '{% if phone %}{{ phone }}{% endif %}'])(
    'accepts %j',
    (template) => expect(templateProblem(template)).toBeUndefined(),
  );

  it.each([
    '{{ firstName',
    '{% if phone %}',
    '{% nonsense %}',
    '{{ firstName | shout }}',
    'x'.repeat(20_001),
  ])('refuses %.40j', (template) =>
    expect(templateProblem(template)).toMatch(/^must be a Liquid template: ./),
  );
});

describe('renderTemplate', () => {
  const values = {
    firstName: 'Ada',
    injuries: ['a', 'b'],
    lead: { questionnaire: { injury: 'yes' } },
    nothing: null,
  };
  it.each([
    ['{{ firstName | upcase | append: "!" }}', 'ADA!'],
    ['{{ injuries }}{{ injuries | join: ", " }}{{ nothing }}{{ absent }}', 'aba, b'],
    ['{% for one in injuries %}<i>{{ one }}</i>{% endfor %}', '<i>a</i><i>b</i>'],
    [
      '{% capture x %}{{ lead.questionnaire.injury }}{% endcapture %}{{ x | size }}{{ lead | json }}',
      '3{"questionnaire":{"injury":"yes"}}',
    ],
    ['{{ injuries | where_exp: "one", "one == \'b\'" | first }}', 'b'],
  ])('renders as the Liquid language defines: %s', (template, text) => {
    expect(renderTemplate(template, values)).toEqual({ kind: 'rendered', text });
  });

  it('renders a long valid template repeatedly, at the second try at the latest', () => {
    const template =
      '<field name="{{ firstName | escape }}">{{ lead.questionnaire.injury | default: "no" }}</field>\n'.repeat(
        200,
      );
    // The first in a process meets code that is not compiled yet.
    rendered(template);
    for (let n = 0; n < 5; n += 1) expect(renderTemplate(template, values).kind).toBe('rendered');
  });

  it('renders dates and instants in UTC, in any time zone of the process', () => {
    const format = "date: '%Y-%m-%d %H:%M %z'";
    const values = { born: '1971-03-09', late: '2026-03-01T23:30:00Z', early: '2026-03-01T00:30:00Z' };
    expect(
      renderTemplate(`{{ born | ${format} }}, {{ late | ${format} }}, {{ early | ${format} }}`, values),
    ).toEqual({
      kind: 'rendered',
      text: '1971-03-09 00:00 +0000, 2026-03-01 23:30 +0000, 2026-03-01 00:30 +0000',
    });
  });
});

const long = 'x '.repeat(10_000);
const values = {
  long,
  angles: '<'.repeat(20_000),
  spaces: `${' '.repeat(19_999)}x`,
  list: Array.from({ length: 1_000 }, (_, n) => ({ n, text: 'x'.repeat(20) })),
  notes: Array.from({ length: 12 }, () => long),
};
const nested = (depth: number, inner: string) =>
  '{% for a in (1..100) %}'.repeat(depth) + inner + '{% endfor %}'.repeat(depth);

const nasty: [string, string][] = [
  ['loops in loops', nested(6, 'x')],
  ['loops over nothing', nested(6, '')],
  ['a loop of a million', '{% for i in (1..1000000) %}x{% endfor %}'],
  [
    'a text doubled sixty times',
    `{% assign a = long %}${'{% assign a = a | append: a %}'.repeat(60)}{{ a }}`,
  ],
  [
    'a capture doubled sixty times',
    `{% assign a = long %}${'{% capture a %}{{ a }}{{ a }}{% endcapture %}'.repeat(60)}{{ a | size }}`,
  ],
  ['a long text written very often', nested(3, '{{ long }}')],
  ['plain text written very often', nested(2, 'y'.repeat(15_000))],
  ['a huge case in a loop', nested(3, `{% case 1 %}${'{% when 2,3,4,5,6,7,8 %}'.repeat(700)}{% endcase %}`)],
  ['a huge condition in a loop', nested(3, `{% if ${'a or '.repeat(3_500)}b %}{% endif %}`)],
  [
    'expressions in expressions',
    `{% assign e1 = "x.n == 1" %}${[2, 3, 4, 5].map((n) => `{% assign e${n} = "list | find_exp: 'x', e${n - 1}" %}`).join('')}{{ list | find_exp: 'x', e5 }}`,
  ],
  ['sums in a loop', nested(3, '{{ list | sum: "n" }}')],
  ['sorting in a loop', nested(3, '{{ list | sort: "text" | size }}')],
  ['splitting and joining', nested(2, '{{ long | split: "" | reverse | join: "" | size }}')],
  [
    'a replacement that grows',
    `{% assign a = long %}${'{% assign a = a | replace: "x", "xxxxxxxx" %}'.repeat(20)}{{ a | size }}`,
  ],
  ['stripping markup that never ends', nested(2, '{{ angles | strip_html | size }}')],
  ['stripping spaces', nested(2, '{{ spaces | rstrip | strip | squish | strip_newlines | size }}')],
  ['words of a long text', nested(2, '{{ long | truncatewords: 9999 | number_of_words }}')],
  ['dates of any width', nested(2, '{{ "now" | date: "%999999999Y" }}')],
  ['json of everything', nested(2, '{{ list | json }}{{ notes | json }}')],
  ['slugs and escapes', nested(2, '{{ long | slugify | url_encode | escape | xml_escape }}')],
  ['a table', '{% tablerow i in (1..100000) cols:1 %}{{ long }}{% endtablerow %}'],
  ['itself', '{% include "x" %}{% render "x" %}'],
  ['opened and never closed', '{% if a %}'.repeat(1_900)],
  ['deeply nested', `${'{% if long %}'.repeat(800)}x${'{% endif %}'.repeat(800)}`],
  ['braces', '{{'.repeat(10_000)],
  ['outputs', '{{a}}'.repeat(4_000)],
  ['a path without end', `{{ a${'.a'.repeat(9_900)} }}`],
  ['brackets in brackets', `{{ ${'a['.repeat(6_000)} }}`],
  ['filters without end', `{{ long${'|upcase'.repeat(2_800)} }}`],
  ['quotes', `{{ ${'"'.repeat(19_000)} }}`],
  ['spaces in a tag', `{% assign a =${' '.repeat(19_000)}1 %}`],
];

function rendered(template: string): void {
  try {
    renderTemplate(template, values);
  } catch (error) {
    if (!(error instanceof TemplateTooSlowError)) throw error;
  }
}

describe('an expensive template', () => {
  it.each(nasty)('is refused, or ends within 100 ms of the processor: %s', (_name, template) => {
    expect(template.length).toBeLessThanOrEqual(20_000);
    // The first of its kind pays for the engine's own warming up.
    const runs = [1, 2, 3].map(() =>
      spentMs(() => {
        if (templateProblem(template) === undefined) rendered(template);
      }),
    );
    expect(Math.min(...runs)).toBeLessThan(100);
  });

  it('fails for good when its output is too large, and may be retried when it only took too long', () => {
    expect(renderTemplate(nested(2, 'y'.repeat(15_000)), values)).toEqual({
      kind: 'broken',
      because: expect.stringMatching(/limit exceeded/) as string,
    });
    expect(() => renderTemplate(nested(6, ''), values)).toThrow(TemplateTooSlowError);
  });
});
