import { setTimeout as pause } from 'node:timers/promises';
import { spentMs } from '../../test/spent-ms.js';
import { jsonSyntax } from './json-syntax.js';
import { renderTemplate, templateProblem } from './template.js';
import { xmlSyntax } from './xml-syntax.js';

// Runs `work` while ten seconds pass between any two readings of a clock.
function onSlowClocks<T>(work: () => T): T {
  let goneMs = 0;
  const slow = { value: () => (goneMs += 10_000), configurable: true };
  const slowProcessor = {
    value: () => ({ user: (goneMs += 10_000) * 1_000, system: 0 }),
    configurable: true,
  };
  const usual = Object.getOwnPropertyDescriptor(process, 'cpuUsage') ?? {};
  // An own `now` hides the inherited one.
  Object.defineProperty(performance, 'now', slow);
  Object.defineProperty(process, 'cpuUsage', slowProcessor);
  try {
    return work();
  } finally {
    Reflect.deleteProperty(performance, 'now');
    Object.defineProperty(process, 'cpuUsage', usual);
  }
}

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

  it.each([
    [
      'of many fields',
      '<field name="{{ firstName | escape }}">{{ lead.questionnaire.injury | default: "no" }}</field>\n'.repeat(
        200,
      ),
    ],
    [
      'over a long list',
      '{% for one in many %}{% if one.answer contains "yes" or one.answer == 1 %}{{ one.name | escape }}: {{ one.answer | json }}\n{% endif %}{% endfor %}',
    ],
    ['full of dates', '{{ firstName }},{{ born | date: "%d.%m.%Y" }}\n'.repeat(400)],
  ])('renders a long valid template repeatedly, at the second try at the latest', (_what, template) => {
    const many = Array.from({ length: 300 }, (_, n) => ({ name: `question ${n}`, answer: `yes, ${n}` }));
    expect(onSlowClocks(() => renderTemplate(template, { ...values, many, born: '1971-03-09' })).kind).toBe(
      'rendered',
    );
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
  quotes: '"'.repeat(20_000),
  ends: ']]>'.repeat(6_000),
  angles: '<'.repeat(20_000),
  spaces: `${' '.repeat(19_999)}x`,
  list: Array.from({ length: 1_000 }, (_, n) => ({ n, text: 'x'.repeat(20) })),
  notes: Array.from({ length: 12 }, () => long),
  path: `${'a.'.repeat(9_000)}a`,
  brackets: 'a['.repeat(9_000),
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
  [
    'a huge case at the end of a loop',
    nested(2, `{% case 1 %}${'{% when 2,3,4,5,6,7,8 %}'.repeat(700)}{% endcase %}`),
  ],
  [
    'lists in a huge case',
    nested(2, `{% case list %}${'{% when list,list,list %}'.repeat(700)}{% endcase %}`),
  ],
  ['alternatives in a loop', nested(2, `{% if x %}${'{% elsif a.b.c.d == 2 %}'.repeat(700)}{% endif %}`)],
  ['a program in a tag', nested(2, `{% liquid\n${'assign b = a.b.c.d\n'.repeat(900)} %}`)],
  ['lists compared in a loop', nested(3, '{% if list == list %}{% endif %}')],
  ['lists compared for every item', nested(2, '{{ list | where_exp: "x", "list == list" | size }}')],
  ['lists searched in a loop', nested(3, '{% if notes contains "y" %}{% endif %}')],
  [
    'loops over lists with nothing in them',
    '{% for a in list %}{% for b in list %}{% for c in list %}{% endfor %}{% endfor %}{% endfor %}',
  ],
  ['a huge expression for every item', `{{ list | where_exp: 'x', "${'a or '.repeat(3_900)}b" | size }}`],
  ['a long path for every item', nested(2, `{{ list | where: "${'a.'.repeat(9_000)}a" | size }}`)],
  ['a long path from the lead', nested(2, '{{ "a" | where: path | size }}')],
  ['filters of nothing in a loop', nested(3, `{{ ""${' | upcase'.repeat(1_500)} }}`)],
  ['dates in a loop', nested(3, '{{ "2020-01-01" | date_to_long_string }}')],
  ['names of months in a loop', nested(3, '{{ "2020-01-01" | date: "%B%-h" }}')],
  ['dates of mails in a loop', nested(3, '{{ "2020-01-01" | date_to_rfc822 }}')],
  ['groups in a loop', nested(3, '{{ list | group_by: "text" | size }}')],
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
  ['opened and never closed on lines', `{% liquid\n${'if a\n'.repeat(3_900)}%}`],
  ['deeply nested', `${'{% if long %}'.repeat(800)}x${'{% endif %}'.repeat(800)}`],
  ['an expression of the lead in brackets', '{{ list | where_exp: "a", brackets | size }}'],
  ['a path of the lead in brackets', '{{ list | map: brackets | size }}'],
  ['ranges behind quoted parentheses', `{% for i in ${'(")"..'.repeat(3_200)} %}`],
  ['parentheses behind closed ones', `{{ ")" ${')'.repeat(6_000)} ${'('.repeat(6_000)} }}`],
  ['parentheses in parentheses', `{{ ${'('.repeat(6_000)} }}`],
  ['braces', '{{'.repeat(10_000)],
  ['outputs', '{{a}}'.repeat(4_000)],
  ['a path without end', `{{ a${'.a'.repeat(9_900)} }}`],
  ['brackets in brackets', `{{ ${'a['.repeat(6_000)} }}`],
  ['filters without end', `{{ long${'|upcase'.repeat(2_800)} }}`],
  ['quotes', `{{ ${'"'.repeat(19_000)} }}`],
  ['spaces in a tag', `{% assign a =${' '.repeat(19_000)}1 %}`],
];

// Each is also a JSON and an XML body; these are expensive to escape or to read.
const nastyBodies: [string, string][] = [
  ['a JSON body without end', nested(2, '['.repeat(45))],
  ['JSON texts without end', `["${nested(2, '\\u0041'.repeat(8))}`],
  ['an XML body of tags in tags', nested(2, '<a>'.repeat(15))],
  ['an XML body of empty tags', `<a>${nested(2, '<b></b>'.repeat(7))}</a>`],
  ['an XML tag with many attributes', `<a ${nested(2, 'b{{ a }}{{ forloop.index }}="" ')}/>`],
  ['an XML body of as many tags and attributes as are allowed', nested(2, '<a b="">')],
  ['an XML body of references', `<a>${nested(2, '&amp;'.repeat(9))}</a>`],
  ['an XML body of sections', `<a>${nested(2, '<![CDATA[]]>'.repeat(4))}</a>`],
  ['many values of quotes', `["${nested(1, '{{ quotes }}')}"]`],
  ['a section of brackets', `<a><![CDATA[${nested(1, '{{ ends }}')}]]></a>`],
  [
    'a block doubled sixty times',
    `{% capture a %}{{ quotes }}{% endcapture %}${'{% assign a = a | append: a %}'.repeat(60)}["{{ a }}"]`,
  ],
  [
    'a block in a block in a block',
    `${'{% capture a %}{{ a }}{{ a }}{{ quotes }}{% endcapture %}'.repeat(200)}["{{ a }}"]`,
  ],
];

describe.each([
  ['plain', undefined],
  ['JSON', jsonSyntax],
  ['XML', xmlSyntax],
])('an expensive template of a %s body', (_kind, syntax) => {
  it.each([...nasty, ...nastyBodies])(
    'is refused, or ends within 100 ms of the processor, the same way each time: %s',
    async (_name, template) => {
      expect(template.length).toBeLessThanOrEqual(20_000);
      const outcomes = new Set<string>();
      const outcome = () =>
        templateProblem(template) ?? JSON.stringify(renderTemplate(template, values, syntax));
      const run = () => spentMs(() => outcomes.add(outcome()));
      // The first run includes the engine's warm-up. A run may also coincide with garbage collection, compilation, or
      // other load that slows the processor down for seconds. A template that is really expensive is so in every run.
      const giveUpAt = performance.now() + 20_000;
      let least = Math.min(run(), run());
      while (least >= 100 && performance.now() < giveUpAt) {
        await pause(200);
        least = Math.min(least, run());
      }
      expect(least).toBeLessThan(100);
      expect([...outcomes]).toEqual([expect.not.stringContaining('call stack')]);
    },
  );
});

describe('an expensive template', () => {
  it.each([
    ['blocks', (depth: number) => `${'{% if long %}'.repeat(depth)}x${'{% endif %}'.repeat(depth)}`],
    [
      'lines of blocks',
      (depth: number) => `{% liquid\n${'if long\n'.repeat(depth)}${'endif\n'.repeat(depth)}%}`,
    ],
    ['brackets', (depth: number) => `{{ ${'notes['.repeat(depth)}0${']'.repeat(depth)} }}`],
  ])('is refused if it nests %s more than 100 deep', (_what, nestedIn) => {
    expect(templateProblem(nestedIn(99))).toBeUndefined();
    expect(templateProblem(nestedIn(102))).toMatch(/nested more than 100 deep/);
    expect(renderTemplate(nestedIn(102), values)).toMatchObject({ kind: 'broken' });
  });

  it('fails for good when its output is too large, and may be retried when it only took too long', () => {
    const because = (limit: RegExp) => ({ kind: 'broken', because: expect.stringMatching(limit) as string });
    expect(renderTemplate(nested(2, 'y'.repeat(15_000)), values)).toEqual(
      because(/memory alloc limit exceeded/),
    );
    expect(renderTemplate(nested(6, ''), values)).toEqual(because(/render limit exceeded/));
  });
});
