import { MODEL_WORDS, readVerdict } from './read-verdict.js';

const criteria = ['Used the product', 'Was injured'];
const whole = {
  qualified: true,
  reason: 'Both are met.',
  criteria: [
    { criterion: 'Used the product', met: true, why: 'says so' },
    { criterion: 'Was injured', met: true, why: 'says so' },
  ],
};
const read = (said: unknown) => readVerdict(typeof said === 'string' ? said : JSON.stringify(said), criteria);
const [used, injured] = whole.criteria;
const fenced = (text: string, language = 'json') => `\`\`\`${language}\n${text}\n\`\`\``;

it('a whole verdict is read as it was given', () => {
  expect(read(whole)).toEqual(whole);
  const refused = { ...whole, qualified: false, criteria: [used, { ...injured, met: false }] };
  expect(read(refused)).toEqual(refused);
});

it.each<[string, (json: string) => string]>([
  ['in a fence', (json) => fenced(json)],
  ['in a fence without a language', (json) => `\n ${fenced(json, '')} \n`],
  ['in a fence with CRLF', (json) => fenced(json, 'JSON').replaceAll('\n', '\r\n')],
  ['in a fence on one line', (json) => `\`\`\`json ${json} \`\`\``],
  ['in a fence of tildes', (json) => `~~~\n${json}\n~~~`],
  ['behind thoughts', (json) => `<think>\nIs {"it": true}? \`\`\`\n</think>\n\n${json}`],
  ['behind thoughts without their beginning', (json) => `Hm.\n</think>${json}`],
  ['behind thoughts in a fence', (json) => `<think>hm</think>\n${fenced(json)}`],
  ['behind a BOM', (json) => `\ufeff${json}`],
  ['behind a BOM in a fence', (json) => fenced(`\ufeff${json}`)],
  ['in a JSON text', (json) => JSON.stringify(json)],
])('a whole verdict is read %s', (_where, wrap) => {
  expect(read(wrap(JSON.stringify(whole)))).toEqual(whole);
  const pretty = JSON.stringify({ ...whole, reason: 'says ``` and </think>' }, null, 2);
  expect(read(wrap(pretty))).toMatchObject({ qualified: true });
});

it('a criterion counts in any case and spacing, and is kept in the words of the offer', () => {
  const said = { ...whole, criteria: [{ ...used, criterion: ' used  THE product' }, injured] };
  expect(read(said)).toEqual(whole);
});

it.each<[string, unknown]>([
  ['no JSON', 'Yes, qualified.'],
  ['a verdict only in its thoughts', `<think>${JSON.stringify(whole)}</think>`],
  ['thoughts without an end', `<think>hm ${JSON.stringify(whole)}`],
  ['words before a verdict', `Here it is: ${JSON.stringify(whole)}`],
  ['words behind a fence', `${fenced(JSON.stringify(whole))}\nI hope this helps.`],
  ['two verdicts', `${JSON.stringify(whole)}\n${JSON.stringify(whole)}`],
  ['a fence without an end', `\`\`\`json\n${JSON.stringify(whole)}`],
  ['a list', [whole]],
  ['null', 'null'],
  ['qualified although a criterion is not met', { ...whole, criteria: [used, { ...injured, met: false }] }],
  ['not qualified although all are met', { ...whole, qualified: false }],
  ['fewer criteria', { ...whole, criteria: [used] }],
  ['more criteria', { ...whole, criteria: [used, injured, injured] }],
  ['another order', { ...whole, criteria: [injured, used] }],
  [
    'a criterion that nobody asked about',
    { ...whole, criteria: [used, { ...injured, criterion: 'Is rich' }] },
  ],
  ['a criterion without a decision', { ...whole, criteria: [used, { criterion: 'Was injured', why: 'x' }] }],
  ['a decision that is no boolean', { ...whole, criteria: [used, { ...injured, met: 'true' }] }],
  ['a result that is no boolean', { ...whole, qualified: 'true' }],
  ['no reason', { ...whole, reason: undefined }],
  ['no criteria', { ...whole, criteria: undefined }],
])('%s is no answer', (_what, said) => {
  expect(read(said)).toBeUndefined();
});

it('its words are one line of at most 500 characters, without control characters, and stay so when read again', () => {
  const reason = `a\u001b[31m\u0000\n\tb\u202e ${'😀'.repeat(600)}`;
  const once = read({ ...whole, reason })!;
  expect(once.reason.length).toBeLessThanOrEqual(MODEL_WORDS);
  expect(once.reason).toMatch(/^a\[31m b 😀+…$/u);
  expect(read(once)).toEqual(once);
});
