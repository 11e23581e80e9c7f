import { problemsIn } from '../../../test/problems-in.js';
import { firstSubmissionActionInputSchema } from './first-submission-action.js';

const problems = (value: unknown) => problemsIn(firstSubmissionActionInputSchema, value);

describe('first-submission actions', () => {
  it.each<[unknown, string[]]>([
    [{ action: 'humanReview' }, []],
    [{ action: 'Voice AI', enabled: true }, []],
    [{ action: 'webhook', enabled: false }, []],
    [{ action: 'webhook', webhook: { url: 'https://x.example', method: 'put' } }, []],
    [{ action: 'webhook', enabled: true }, ['webhook.url: is required by the action webhook']],
    [{ action: 'fax' }, ['action: must be one of voice_ai, webhook, human_review, workflow']],
    [{ webhook: { method: 'GET' } }, ['webhook.method: must be one of POST, PUT']],
    [{ webhook: { retries: 6 } }, ['webhook.retries: must be at most 5']],
    [{ webhook: { timeoutSeconds: 301 } }, ['webhook.timeoutSeconds: must be at most 300']],
    [{ webhook: { url: 'http://[::1]/' } }, ['webhook.url: must not point to a private address']],
  ])('given %j, have the validation problems %j', (action, reported) => {
    expect(problems(action)).toEqual(reported);
  });
});
