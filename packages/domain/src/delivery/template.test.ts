import { templateProblem } from './template.js';

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
