/** The processes that `npm start` runs: alive, and answering; of another installation, its gateway. */
import { isAlive, type RunFile } from '@sluice/local';
import type { Examination, Finding } from './finding.js';

const ANSWER_WITHIN_MS = 5_000;

/** Looks at every process of run.json; without one, at the gateway of `GATEWAY_URL` alone. */
export async function examineServices(
  run: RunFile | undefined,
  gatewayUrl: string | undefined,
): Promise<Examination> {
  if (run) return { findings: await examineRun(run), unseen: [] };
  const elsewhere = 'the workers and the console, because they run elsewhere: ask their /readyz.';
  if (!gatewayUrl)
    return { findings: [], unseen: ['the gateway, because GATEWAY_URL is not set.', elsewhere] };
  const url = `${gatewayUrl.replace(/\/+$/, '')}/readyz`;
  return { findings: await unanswered('The gateway', url), unseen: [elsewhere] };
}

async function examineRun(run: RunFile): Promise<readonly Finding[]> {
  if (!isAlive(run.supervisor)) {
    return [
      {
        area: 'services',
        problem: `The supervisor (process ${run.supervisor}) is gone, and what it left behind is out of date.`,
        remedy: 'Run `npm start` again; it ends what is left over and keeps the data.',
      },
    ];
  }
  const answers = await Promise.all([
    unanswered('The gateway', `${run.gatewayUrl}/readyz`),
    ...Object.entries(run.health).map(([service, url]) => unanswered(`Service ${service}`, `${url}/readyz`)),
    unanswered('The console', `${run.dashboardUrl}/login`),
    unanswered('The demo buyer', `${run.sinkUrl}/stats`),
  ]);
  return [...deadServices(run), ...answers.flat()];
}

function deadServices({ services }: RunFile): Finding[] {
  return Object.entries(services).flatMap(([service, pids]): Finding[] => {
    const dead = pids.filter((pid) => !isAlive(pid));
    if (pids.length > 0 && dead.length === 0) return [];
    const problem =
      pids.length === 0
        ? `Service ${service} has no process at the moment.`
        : `Process ${dead.join(', ')} of service ${service} is gone.`;
    return [
      {
        area: 'services',
        problem,
        remedy: `The supervisor starts it again; if it does not stay, read logs/${service}.log in the data directory.`,
      },
    ];
  });
}

async function unanswered(who: string, url: string): Promise<Finding[]> {
  const because = await fetch(url, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: 'manual',
  }).then(
    async (response) =>
      response.ok ? undefined : `answers ${response.status} at ${url}: ${await shortBody(response)}`,
    () => `does not answer at ${url}`,
  );
  if (because === undefined) return [];
  return [{ area: 'services', problem: `${who} ${because}.`, remedy: 'Read its log in the data directory.' }];
}

async function shortBody(response: Response): Promise<string> {
  return (await response.text().catch(() => '')).slice(0, 200);
}
