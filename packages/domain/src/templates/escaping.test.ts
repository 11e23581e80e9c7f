/** What the templates of JSON and XML bodies write: values as they are, once, wherever they stand. */
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { jsonSyntax } from './json-syntax.js';
import { renderTemplate } from './template.js';
import { xmlSyntax } from './xml-syntax.js';

const hostile = 'Ann "A" \\ <b>&amp;</b>\n\'x\' ]]> -- {{ y }} \u2028 é😀';
const values = {
  hostile,
  age: 42,
  digits: '42',
  yes: true,
  list: ['a"b', 'c'],
  numbers: [1, 2],
  lead: { name: hostile },
  nothing: null,
};

function bodyOf(template: string, syntax = jsonSyntax, of: Record<string, unknown> = values): string {
  const rendered = renderTemplate(template, of, syntax);
  if (rendered.kind === 'broken') throw new Error(rendered.because);
  return rendered.text;
}

const json = (template: string, of?: Record<string, unknown>): unknown =>
  JSON.parse(bodyOf(template, jsonSyntax, of));

/** The text of each element and attribute, by name, as an XML reader sees it. */
function xml(template: string, of?: Record<string, unknown>): Record<string, string> {
  const found: Record<string, string> = {};
  const parser = new SaxesParser();
  const inside: string[] = [];
  const add = (text: string) => {
    const name = inside.at(-1);
    if (name !== undefined) found[name] = (found[name] ?? '') + text;
  };
  parser.on('opentag', ({ name, attributes }) => {
    Object.assign(found, { [name]: '' }, attributes);
    inside.push(name);
  });
  parser.on('closetag', () => inside.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.write(bodyOf(template, xmlSyntax, of)).close();
  return found;
}

// Characters that break a body, and any others.
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        ...[
          '"',
          "'",
          '\\',
          '\\u0041',
          '&',
          '&amp;',
          '&#0;',
          '<',
          '>',
          ']',
          ']]>',
          '<![CDATA[',
          '-->',
          '-',
          '?>',
          'x',
        ],
        ...[
          '\n',
          '\r\n',
          '\t',
          '\0',
          '\u0008',
          '\u2028',
          '\ufffe',
          '\ud800',
          '😀',
          'é',
          '{{ a }}',
          '{% raw %}',
          '%',
        ],
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
);

describe('a JSON body', () => {
  it('has every value in quotes exactly as the lead has it', () => {
    const template =
      '{"a": "{{ a }}", "both": "<{{ a }}|{{ b }}>", "whole": {{ a | json }}, "list": {{ list | json }},' +
      ' {% capture text %}{{ a }} "and"\n{{ b }}{% endcapture %} "block": "{{ text }}", "block whole": {{ text | json }},' +
      ' {% capture items %}{% for one in list %}"{{ one }}"{% unless forloop.last %}, {% endunless %}{% endfor %}{% endcapture %}' +
      ' "items": [{{ items | strip }}], "joined": "{{ list | join: "; " }}", "assigned": "{% assign c = a | append: b %}{{ c }}"}';
    fc.assert(
      fc.property(anyText, anyText, fc.array(anyText, { minLength: 1, maxLength: 4 }), (a, b, list) => {
        expect(json(template, { a, b, list })).toEqual({
          a,
          both: `<${a}|${b}>`,
          whole: a,
          list,
          block: `${a} "and"\n${b}`,
          'block whole': `${a} "and"\n${b}`,
          items: list,
          joined: list.join('; '),
          assigned: a + b,
        });
      }),
    );
  });

  it.each([
    ['{"n": {{ age }}, "t": {{ digits }}, "y": {{ yes }}}', { n: 42, t: 42, y: true }],
    ['{"a": "{{ nothing }}", "b": "{{ absent }}"}', { a: '', b: '' }],
    ['{"a": {{ nothing | json }}, "b": {{ absent | json }}}', { a: null, b: null }],
    ['{"a": "{{ absent | default: "none" }}", "b": {{ absent | default: 0 }}}', { a: 'none', b: 0 }],
    ['{"a": {{ lead | json }}, "b": {% echo lead | json %}}', { a: values.lead, b: values.lead }],
    [
      '{% assign it = hostile | json %}{"a": {{ it }}, "n": {{ it | size }}}',
      { a: hostile, n: JSON.stringify(hostile).length },
    ],
    ['{% capture it %}{{ hostile | json }}{% endcapture %}{"a": {{ it }}}', { a: hostile }],
    [
      '{% capture it %}{{ hostile }}{% endcapture %}{% capture it %}{{ it }}!{% endcapture %}{"a": "{{ it }}"}',
      { a: `${hostile}!` },
    ],
    [
      '{% capture it %}{{ hostile }}{% endcapture %}{"a": "{{ it | upcase }}", "n": {{ it.size }}}',
      { a: hostile.toUpperCase(), n: hostile.length },
    ],
    [
      '{% capture it %}{{ age }}{% endcapture %}{"a": {% if it == "42" %}true{% else %}false{% endif %}}',
      { a: true },
    ],
    [
      '{% capture a %}"a": "{{ hostile }}"{% endcapture %}{% capture b %}{{ a }}, "b": 1{% endcapture %}{ {{ b }} }',
      { a: hostile, b: 1 },
    ],
    ['{% capture open %}{"a": "{% endcapture %}{{ open }}{{ hostile }}"}', { a: hostile }],
    [
      '{% capture items %}{% for n in numbers %}{{ n }},{% endfor %}{% endcapture %}[{{ items | remove_last: "," }}]',
      [1, 2],
    ],
    ['["{{ hostile | json | slice: 1, 1000 | remove_last: \'"\' }}"]', [hostile]],
    [
      '["{{ hostile | escape }}", "{{ hostile | url_encode }}"]',
      [expect.stringContaining('&lt;b&gt;&amp;amp;'), encodeURIComponent(hostile).replaceAll('%20', '+')],
    ],
    ['["{{ "2026-03-01" | date: "%d/%m/%Y" }}", "{% cycle \'"\', \'b\' %}"]', ['01/03/2026', '"']],
    ['{"a": {{ \'"quoted"\' | raw }}, "b": {{ \'[1, 2]\' | raw }}}', { a: 'quoted', b: [1, 2] }],
    ['{{ \'{"a": "\' | raw }}{{ hostile }}{{ \'"}\' | raw }}', { a: hostile }],
    ['{"a": "C:\\\\{{ hostile }}"}', { a: `C:\\${hostile}` }],
    [
      '{% liquid\n  assign it = hostile\n  echo \'{"a": "\' | raw\n  echo it\n  echo \'"}\' | raw\n%}',
      { a: hostile },
    ],
  ])('is written once by %s', (template, expected) => {
    expect(json(template)).toEqual(expected);
  });

  it.each([
    ['{"a": {{ absent }}}', "object value expected after ':' at line 1, column 7"],
    ['{\n  "a": "x",\n  "b": {{ hostile }}\n}', "object value expected after ':' at line 3, column 8"],
    ['{"a": "{{ hostile | raw }}"}', "comma ',' expected after value at line 1, column 13"],
    ['{"a": "{{ hostile | json }}"}', "comma ',' expected after value at line 1, column 9"],
    ['{"list": [{% for one in list %}"{{ one }}",{% endfor %}]}', 'array item expected at line 1, column 22'],
    ['name={{ hostile }}', 'JSON value expected at line 1, column 1'],
    ['', 'JSON value expected at line 1, column 1'],
  ])('is not rendered from %s, and the place is named without a word of the lead', (template, because) => {
    expect(renderTemplate(template, values, jsonSyntax)).toEqual({
      kind: 'broken',
      because: `the body is not JSON: ${because}`,
    });
  });

  it('has no member that a value outside quotes brings along', () => {
    expect(renderTemplate('{"a": {{ a }}}', { a: '1, "admin": true' }, jsonSyntax).kind).toBe('broken');
  });
});

// What XML cannot contain is left out, and a reader turns a carriage return of a CDATA section into a line feed.
const possible = (text: string) => text.replace(/[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
const inCdata = (text: string) => possible(text).replace(/\r\n?/g, '\n');

describe('an XML body', () => {
  it('has every value exactly as the lead has it, without the characters that XML cannot contain', () => {
    const template =
      '<?xml version="1.0" encoding="UTF-8"?><!-- {{ a }} --><lead double="{{ a }}" single=\'{{ a }}\'>' +
      '<text>{{ a }}</text><both>[{{ a }}|{{ b }}]</both><data><![CDATA[{{ a }}]]></data><around><![CDATA[]{{ a }}>]]{{ b }}]]></around>' +
      '{% capture text %}{{ a }} and {{ b }}{% endcapture %}<block of="{{ text }}">{{ text }}</block>' +
      '{% capture part %}<part name="{{ a }}">{{ b }}</part>{% endcapture %}{{ part }}' +
      '<json>{{ list | json }}</json><escaped>{{ a | escape_once | escape }}</escaped></lead>';
    fc.assert(
      fc.property(anyText, anyText, fc.array(anyText), (a, b, list) => {
        const read = xml(template, { a, b, list });
        expect(read).toMatchObject({
          double: possible(a),
          single: possible(a),
          text: possible(a),
          both: `[${possible(a)}|${possible(b)}]`,
          data: inCdata(a),
          around: inCdata(`]${possible(a)}>]]${possible(b)}`),
          of: `${possible(a)} and ${possible(b)}`,
          block: `${possible(a)} and ${possible(b)}`,
          name: possible(a),
          part: possible(b),
        });
        expect(JSON.parse(read['json'] ?? '')).toEqual(list.map((one) => one.replace(/[\ufffe\uffff]/g, '')));
      }),
    );
  });

  it.each([
    ['<a>{{ hostile | escape }}</a>', hostile],
    ['<a>{{ hostile | xml_escape }}</a>', hostile],
    ['{% assign it = hostile | escape %}<a>{{ it }}{% echo it %}</a>', hostile + hostile],
    ['<a>{{ hostile | escape | append: hostile }}</a>', hostile + hostile],
    ['<a>{{ "x" | append: hostile | strip | upcase }}</a>', `X${hostile.toUpperCase()}`],
    ['{% capture it %}{{ hostile }}{% endcapture %}<a>{{ it | upcase }}</a>', hostile.toUpperCase()],
    ['<a>{{ "&lt;" | raw }}{{ age }}{{ absent }}</a>', '<42'],
    ["<?note don't?><a><![CDATA[{{ hostile }}]]></a>", hostile],
    ['<a b="x>y"><![CDATA[{{ hostile }}]]></a>', hostile],
  ])('is written once by %s', (template, expected) => {
    expect(xml(template)).toHaveProperty('a', expected);
  });

  it('keeps what a template escapes for itself as its own filters wrote it', () => {
    const text = "O'Neil & Söhne";
    expect(bodyOf('<a>{{ text | escape }}</a>', xmlSyntax, { text })).toBe('<a>O&#39;Neil &amp; Söhne</a>');
  });

  it.each([
    ['', 'document must contain a root element at line 1, column 0'],
    ['<a>\n<b></a>', 'unexpected close tag at line 2, column 7'],
    ['<a>{{ hostile | raw }}', 'at line'],
    ['<a>&nbsp;</a>', 'undefined entity at line 1, column 9'],
    ['<a/><a/>', 'documents may contain only one root at line 1, column 7'],
    ['<{{ hostile }}/>', 'at line 1'],
    ['<a {{ hostile }}/>', 'at line 1'],
    ['<a b=1/>', 'unquoted attribute value at line 1, column 6'],
  ])('is not rendered from %s, and the place is named without a word of the lead', (template, because) => {
    const rendered = renderTemplate(template, values, xmlSyntax);
    expect(rendered).toEqual({
      kind: 'broken',
      because: expect.stringContaining(because) as string,
    });
    expect(JSON.stringify(rendered)).not.toContain('Ann');
  });

  it('may use the entities of its document type', () => {
    expect(bodyOf('<!DOCTYPE a SYSTEM "https://buyer.example/a.dtd"><a>&nbsp;</a>', xmlSyntax)).toContain(
      '&nbsp;',
    );
  });
});

describe('a body of any other type', () => {
  it('has its values unescaped, and is not checked', () => {
    expect(renderTemplate('name={{ hostile }}&{{ hostile | json }}', values)).toEqual({
      kind: 'rendered',
      text: `name=${hostile}&${JSON.stringify(hostile)}`,
    });
  });
});
