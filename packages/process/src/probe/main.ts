/**
 * `node dist/probe.mjs`: the health check in docker-compose.yml, of the service with the container's HEALTH_PORT. It kills the processes that
 * the container's init runs, so run it only inside a container.
 */
import { existsSync, readFileSync } from 'node:fs';
import { healthPort } from './config.js';
import { probe } from './probe.js';

const inContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');

const outcome = await probe({
  url: `http://127.0.0.1:${healthPort()}`,
  countFile: '/tmp/sluice-not-alive',
  // This program itself was started from outside, so it is not among them.
  processes: () =>
    inContainer
      ? readFileSync('/proc/1/task/1/children', 'utf8').trim().split(' ').filter(Boolean).map(Number)
      : [],
});
process.stdout.write(`${outcome}\n`);
process.exitCode = outcome === 'ready' ? 0 : 1;
