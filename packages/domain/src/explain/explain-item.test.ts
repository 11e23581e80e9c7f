import { explainItem } from './explain-item.js';
import type { Sentence } from './sentence.js';

/** Every sentence, indented below the one that it is a part of. */
const textsOf = (sentences: readonly Sentence[], indent = ''): readonly string[] =>
  sentences.flatMap(({ text, of = [] }) => [`${indent}${text}`, ...textsOf(of, `${indent}  `)]);

it('an item of any kind reads as all its fields by the names of its form, names of the tenant as they are', () => {
  const item = {
    ...{ lookupId: 'lk_1', name: undefined, active: false, timeoutSeconds: 12, tags: [], settings: {} },
    goodWhen: { jsonPath: '$.ok', equals: null },
    headers: { 'X-API-Key': '••••' },
    map: [
      { field: 'code', jsonPath: '$.code' },
      { field: 'why', jsonPath: '$.why' },
    ],
    webhooks: { events: { 'lead.delivered': false } },
  };
  expect(textsOf(explainItem(item))).toEqual([
    'Look-up: “lk_1”.',
    'In use: no.',
    'Timeout seconds: 12.',
    'Tags: none.',
    'Settings: none.',
    'Good when:',
    '  JSON path: “$.ok”.',
    '  Equals: null.',
    'Headers:',
    '  “X-API-Key”: “••••”.',
    'Map 1:',
    '  Field: “code”.',
    '  JSON path: “$.code”.',
    'Map 2:',
    '  Field: “why”.',
    '  JSON path: “$.why”.',
    'Webhooks:',
    '  Events:',
    '    “lead.delivered”: no.',
  ]);
});

it('an item of 100,000 values or a long text reads as its beginning, which says that there is more', () => {
  const values = ['CA', ...Array.from({ length: 99_999 }, (_, n) => n)];
  expect(textsOf(explainItem({ values, description: 'x'.repeat(201) }))).toEqual([
    'Values: “CA”, 0, 1, 2, 3, 4, 5, 6, 7, 8 and 99990 more.',
    `Description: “${'x'.repeat(200)}…”.`,
  ]);
});
