/** Asks for the reports of a run. */
import type { ReportRow, ReportSaid } from '../checker/evidence.js';
import { send } from '../http-client.js';

const ANSWERS_WITHIN_MS = 30_000;
const DAY_MS = 86_400_000;

/** Each tenant's report by campaign, by both bases, of all days that the run may have touched. */
export function readReports(gatewayUrl: string, apiKeys: ReadonlyMap<string, string>): Promise<ReportSaid[]> {
  const day = (ahead: number) => new Date(Date.now() + ahead * DAY_MS).toISOString().slice(0, 10);
  const asked = [...apiKeys].flatMap(([tenantId, apiKey]) =>
    ['received', 'occurred'].map(async (basis): Promise<ReportSaid> => {
      const query = `groupBy=campaign&from=${day(-2)}&to=${day(2)}&basis=${basis}`;
      const answer = await send(`${gatewayUrl}/api/v1/reports/leads?${query}`, {
        headers: { 'X-API-Key': apiKey },
        withinMs: ANSWERS_WITHIN_MS,
      }).catch(() => undefined);
      if (answer?.status !== 200) return { tenantId, basis };
      const { data } = JSON.parse(answer.body) as { data: { rows: readonly ReportRow[] } };
      return { tenantId, basis, rows: data.rows };
    }),
  );
  return Promise.all(asked);
}
