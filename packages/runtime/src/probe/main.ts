/**
 * `node packages/runtime/dist/probe/main.js PORT`: the health check in docker-compose.yml. It kills what the container's
 * init runs, so it belongs into a container and nowhere else.
 */
import { existsSync, readFileSync } from 'node:fs';
import { probe } from './probe.js';

const inContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');

const outcome = await probe({
  url: `http://127.0.0.1:${process.argv[2]}`,
  countFile: '/tmp/sluice-not-alive',
  // This program was started from outside, and is none of them.
  processes: () =>
    inContainer
      ? readFileSync('/proc/1/task/1/children', 'utf8').trim().split(' ').filter(Boolean).map(Number)
      : [],
});
process.stdout.write(`${outcome}\n`);
process.exitCode = outcome === 'ready' ? 0 : 1;
