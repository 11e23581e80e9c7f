import { renderTemplate, templateProblem } from './template.js';

describe('templateProblem', () => {
  it.each(['', '{"name": "{{ firstName | upcase }}"}', '{% if phone %}{{ phone }}{% endif %}'])(
    'finds nothing wrong with %j',
    (template) => expect(templateProblem(template)).toBeUndefined(),
  );

  it.each(['{{ firstName', '{% if phone %}', '{% nonsense %}', '{{ firstName | shout }}'])(
    'tells of %j when it is written',
    (template) => expect(templateProblem(template)).toMatch(/^must be a Liquid template: ./),
  );
});

it('writes dates and instants in UTC, wherever the process runs', () => {
  const format = "date: '%Y-%m-%d %H:%M %z'";
  const values = { born: '1971-03-09', late: '2026-03-01T23:30:00Z', early: '2026-03-01T00:30:00Z' };
  expect(
    renderTemplate(`{{ born | ${format} }}, {{ late | ${format} }}, {{ early | ${format} }}`, values),
  ).toEqual({
    kind: 'rendered',
    text: '1971-03-09 00:00 +0000, 2026-03-01 23:30 +0000, 2026-03-01 00:30 +0000',
  });
});
