/** The processes of `npm start`: whether they are alive and answer. For another installation, only its gateway. */
import { isAlive, type RunFile } from '@sluice/local';
import type { Examination, Finding } from './finding.js';

const ANSWER_WITHIN_MS = 5_000;

/** Examines every process in run.json; without one, only the gateway at `GATEWAY_URL`. */
export async function examineServices(
  run: RunFile | undefined,
  gatewayUrl: string | undefined,
): Promise<Examination> {
  if (run) return { observed: {}, findings: await examineRun(run), unseen: [] };
  const elsewhere = 'the workers and the dashboard, because they run elsewhere: check their /readyz.';
  if (!gatewayUrl)
    return {
      observed: {},
      findings: [],
      unseen: ['the gateway, because GATEWAY_URL is not set.', elsewhere],
    };
  const url = `${gatewayUrl.replace(/\/+$/, '')}/readyz`;
  return { observed: {}, findings: await unanswered('The gateway', url), unseen: [elsewhere] };
}

async function examineRun(run: RunFile): Promise<readonly Finding[]> {
  if (!isAlive(run.supervisor)) {
    return [
      {
        area: 'services',
        problem: `The supervisor (process ${run.supervisor}) has died, and its run.json is out of date.`,
        remedy: 'Run `npm start` again; it ends leftover processes and keeps the data.',
      },
    ];
  }
  const answers = await Promise.all([
    unanswered('The gateway', `${run.gatewayUrl}/readyz`),
    ...Object.entries(run.healthOfAll).flatMap(([service, urls]) =>
      urls.map((url) => unanswered(`Service ${service}`, `${url}/readyz`)),
    ),
    unanswered('The dashboard', `${run.dashboardUrl}/login`),
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
        ? `Service ${service} has no running process.`
        : `Process ${dead.join(', ')} of service ${service} has died.`;
    return [
      {
        area: 'services',
        problem,
        remedy: `The supervisor restarts it; if it keeps dying, read logs/${service}.log in the data directory.`,
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
