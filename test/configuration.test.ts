import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../scripts/src/project/root.js';
import { configShape as dashboard } from '../services/dashboard/src/config.js';
import { configShape as delivery } from '../services/delivery/src/config.js';
import { configShape as gateway } from '../services/gateway/src/config.js';
import { configShape as pixel } from '../services/pixel/src/config.js';
import { configShape as qualification } from '../services/qualification/src/config.js';
import { configShape as routing } from '../services/routing/src/config.js';
import { configShape as sms } from '../services/sms/src/config.js';
import { configShape as webhook } from '../services/webhook/src/config.js';

const services = { dashboard, delivery, gateway, pixel, qualification, routing, sms, webhook };

/** Set by our own supervisor and by our own tests; nobody else has business with them. */
const internal = new Set(['SLUICE_SUPERVISED', 'FAILPOINT', 'SLUICE_BROKEN']);

/** What only `npm start` and the demo buyer read. */
const ofStart = ['DATA_DIR', 'TENANT_FILE', 'SINK_PORT', 'SINK_URL', 'WORKERS_'];

const documented = [
  ...readFileSync(join(projectRoot, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm),
].map(([, name]) => name as string);

describe('.env.example', () => {
  it('explains every variable that a service reads', () => {
    const read = new Set(Object.values(services).flatMap((shape) => Object.keys(shape)));
    const unexplained = [...read].filter((name) => !internal.has(name) && !documented.includes(name));
    expect(unexplained).toEqual([]);
  });

  it('explains no variable that nothing reads', () => {
    const read = new Set(Object.values(services).flatMap((shape) => Object.keys(shape)));
    const unread = documented.filter(
      (name) => !read.has(name) && !ofStart.some((start) => name.startsWith(start)),
    );
    expect(unread).toEqual([]);
  });
});
