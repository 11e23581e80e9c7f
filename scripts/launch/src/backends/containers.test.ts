import { containerEngineAnswers } from './containers.js';

it('a container engine that is named and does not answer is not used', async () => {
  expect(await containerEngineAnswers({ ...process.env, DOCKER_HOST: 'tcp://127.0.0.1:9' })).toBe(false);
});
