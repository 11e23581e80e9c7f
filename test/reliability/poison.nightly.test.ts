import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@sluice/testing';
import { leadBody, submit, type Receipt } from '../installation/affiliate.js';
import { leadServices, startInstallation, type Installation } from '../installation/installation.js';

const LEADS = 64;
const OTHERS_END_WITHIN_MS = 60_000;
/** Six deaths, each of which is noticed within 13 s. */
const SET_ASIDE_WITHIN_MS = 240_000;

let installation: Installation;
beforeEach(async () => {
  installation = await startInstallation({ apart: leadServices });
}, 90_000);
afterEach(() => installation.stop(), 60_000);

/** Posts leads to a service that does not run yet, so that they wait for it together. */
async function postTogether(from: number): Promise<readonly Receipt[]> {
  return Promise.all(Array.from({ length: LEADS }, (_, n) => submit(installation, leadBody(from + n))));
}

async function submissionsOf(receipt: readonly Receipt[]) {
  const { submissions } = installation.stores.forTenant('demo');
  return Promise.all(receipt.map(({ submissionId }) => submissions.find(submissionId)));
}

describe('a lead among 64 that kills every process which runs it', () => {
  it.each(['qualification', 'routing'] as const)(
    'is quarantined alone in %s, and the others are delivered soon, after at most one worker death each',
    async (service) => {
      installation.signal(service, 'SIGKILL');
      await installation.ended(service);
      const receipt = await postTogether(service.length * 1_000);
      const [poison, ...others] = receipt as [Receipt, ...Receipt[]];
      // Acts as the supervisor of a process that ends every time.
      let ended = false;
      const supervised = (async () => {
        while (!ended) {
          await installation
            .restart(service, { FAILPOINT: `after-load@${poison.leadId}` })
            .catch(() => undefined);
          while (!ended && !(await hasEnded(service))) await pause(50);
        }
      })();
      try {
        const atRest = async () =>
          (await submissionsOf(others)).every((submission) => submission?.dueAt === undefined);
        await eventually('the others have ended', atRest, OTHERS_END_WITHIN_MS);
        const stored = await submissionsOf(others);
        expect(new Set(stored.map((submission) => submission?.status))).toEqual(new Set(['delivered']));
        const deaths = stored.map((submission) => Number(Reflect.get(submission ?? {}, 'deaths') ?? 0));
        expect(Math.max(...deaths)).toBeLessThanOrEqual(1);
        const { leads } = installation.stores.forTenant('demo');
        await eventually(
          'the lead is quarantined',
          async () => (await leads.find(poison.leadId))?.status === 'error',
          SET_ASIDE_WITHIN_MS,
        );
      } finally {
        ended = true;
        await supervised;
      }
    },
    400_000,
  );
});

async function hasEnded(service: 'qualification' | 'routing'): Promise<boolean> {
  const gone = installation.ended(service).then(() => true);
  return Promise.race([gone, pause(100, false)]);
}
