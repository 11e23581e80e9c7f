/**
 * Replays the leads of a group: a dry run shows which would be replayed, then the replay shows its progress and can be
 * stopped.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import type {
  adminGetReplay,
  adminListAttention,
  adminListReplays,
  AdminReplay,
  adminStartReplay,
  adminStopReplay,
  EndpointData,
} from '@sluice/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { call } from '../../api/call.js';
import { useAnswer, useChange } from '../../api/queries.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/confirm.js';
import { numberText } from '../../components/figure.js';
import { FormText } from '../../components/form-fields.js';
import { FormProblem } from '../../components/form-problem.js';
import { Named } from '../../components/named.js';
import { NeedsRole } from '../../components/needs-role.js';
import { Panel } from '../../components/panel.js';
import { submit } from '../../components/submit.js';
import { Table } from '../../components/table.js';
import { TimeAndAge } from '../../components/time.js';

type Group = EndpointData<typeof adminListAttention>['groups'][number];

const LOOK_EVERY_MS = 500;
const LIST_EVERY_MS = 2_000;

const replaysOf = (tenantId: string): string => pathTo`/admin/v1/tenants/${tenantId}/replays`;

const limits = z.object({
  times: z.pipe(
    z.string().check(z.trim(), z.regex(/^[1-9]\d*$/, 'Type a whole number from 1.')),
    z.transform(Number),
  ),
});

interface ReplayPanelProps {
  readonly tenantId: string;
  readonly group: Group;
  /** Only leads that ended at or after this time. */
  readonly since: string | undefined;
}

export function ReplayPanel(props: ReplayPanelProps) {
  if (!may('adminStartReplay')) return <NeedsRole what="Replaying" role="operate" />;
  return <Allowed {...props} />;
}

function Allowed({ tenantId, group, since }: ReplayPanelProps) {
  const { status, campaignId, campaignName, reason } = group;
  const form = useForm({ resolver: zodResolver(limits), defaultValues: { times: '1' } });
  const typed = useWatch({ control: form.control, name: 'times' });
  const [dryRun, setDryRun] = useState<{ readonly typed: string; readonly replay: AdminReplay }>();
  const [started, setStarted] = useState<AdminReplay>();
  // A dry run says nothing about another number of times.
  const tried = useFollowed(tenantId, dryRun?.typed === typed ? dryRun.replay : undefined);
  const begun = useFollowed(tenantId, started);

  const start = (isDryRun: boolean, times: number) =>
    call<typeof adminStartReplay>('POST', replaysOf(tenantId), {
      body: {
        status: status as AdminReplay['status'],
        campaignId,
        dryRun: isDryRun,
        times,
        reason,
        since,
      },
    });
  const rehearse = submit(form, async ({ times }) => {
    setStarted(undefined);
    setDryRun({ typed, replay: await start(true, times) });
  });
  const askToReplay = (went: number): void =>
    confirm({
      title: 'Replay this group?',
      what: (
        <p>
          {numberText(went)} leads are sent to campaign {campaignName ?? campaignId} again, oldest first. You
          can stop the replay, but you cannot recall leads already sent.
        </p>
      ),
      does: 'Replay',
      run: async () => setStarted(await start(false, Number(typed))),
    });
  return (
    <FormProvider {...form}>
      <form className="row" noValidate onSubmit={(event) => void rehearse(event)}>
        <FormText name="times" label="Maximum replays per lead" />
        <Button type="submit">Dry run</Button>
        {tried?.state === 'ended' && tried.went > 0 && !begun && (
          <Button main onClick={() => askToReplay(tried.went)}>
            Replay {numberText(tried.went)}
          </Button>
        )}
      </form>
      <FormProblem />
      {tried && !begun && <Progress tenantId={tenantId} replay={tried} />}
      {begun && <Progress tenantId={tenantId} replay={begun} />}
    </FormProvider>
  );
}

/** The state of a replay that was started here, until it has ended; then the page loads again what it changed. */
function useFollowed(tenantId: string, started: AdminReplay | undefined): AdminReplay | undefined {
  const client = useQueryClient();
  const path = pathTo`/admin/v1/tenants/${tenantId}/replays/${started?.replayId ?? ''}`;
  const { data: replay } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => call<typeof adminGetReplay>('GET', path, { signal }),
    enabled: started !== undefined,
    initialData: started,
    staleTime: Infinity,
    refetchInterval: ({ state: { data } }) => data !== undefined && isRunning(data) && LOOK_EVERY_MS,
  });
  const hasSent = replay !== undefined && !replay.dryRun && !isRunning(replay);
  useEffect(() => {
    if (hasSent) void client.invalidateQueries();
  }, [hasSent, client]);
  return replay;
}

function Progress({ tenantId, replay }: { readonly tenantId: string; readonly replay: AdminReplay }) {
  const { dryRun } = replay;
  return (
    <div className="notice" role="status">
      <p>
        <strong>{progressText(replay)}</strong>{' '}
        {isRunning(replay) && !dryRun && <StopButton tenantId={tenantId} replay={replay} danger />}
      </p>
      {replay.because.length > 0 && (
        <ul>
          {replay.because.map(({ why, count }) => (
            <li key={why}>
              {numberText(count)} {dryRun ? 'would be skipped' : 'skipped'}: {why}
            </li>
          ))}
        </ul>
      )}
      {dryRun && replay.leads.length > 0 && (
        <details>
          <summary>Show leads</summary>
          <ul>
            {replay.leads.map(({ leadId, skipped }) => (
              <li key={leadId}>
                <Link to={`/leads/${tenantId}/${leadId}`}>{leadId}</Link>
                {skipped === undefined ? ' would be sent' : `: ${skipped}`}
              </li>
            ))}
          </ul>
          {replay.went + replay.skipped > replay.leads.length && (
            <p>Only the first {numberText(replay.leads.length)} are shown.</p>
          )}
        </details>
      )}
    </div>
  );
}

interface StopProps {
  readonly tenantId: string;
  readonly replay: AdminReplay;
  readonly danger?: boolean;
}

function StopButton({ tenantId, replay: { replayId }, danger = false }: StopProps) {
  const stop = useChange(() =>
    call<typeof adminStopReplay>('POST', pathTo`/admin/v1/tenants/${tenantId}/replays/${replayId}/stop`),
  );
  return (
    <Button small danger={danger} onClick={() => stop.mutateAsync(undefined)}>
      Stop
    </Button>
  );
}

/** The latest replays, including those of other people or processes; nothing if there are none. */
export function Replays({ tenantId }: { readonly tenantId: string }) {
  const { data } = useAnswer<typeof adminListReplays>(replaysOf(tenantId), { everyMs: LIST_EVERY_MS });
  if (!data || data.replays.length === 0) return null;
  const { replays, names } = data;
  return (
    <Panel title="Replays in the last day">
      <Table<AdminReplay>
        label="Replays"
        rows={replays}
        keyOf={({ replayId }) => replayId}
        columns={[
          { head: 'Started', shrink: true, cell: ({ beganAt }) => <TimeAndAge at={beganAt} /> },
          { head: 'By', cell: ({ by }) => by },
          {
            head: 'Group',
            cell: ({ status, reason, campaignId }) => (
              <>
                <Named id={campaignId} names={names.campaigns} />, {(reason ?? status).replaceAll('_', ' ')}
              </>
            ),
          },
          { head: 'State', shrink: true, cell: ({ state }) => <StatusBadge status={state} /> },
          { head: 'Sent', number: true, cell: ({ went }) => numberText(went) },
          { head: 'Skipped', number: true, cell: ({ skipped }) => numberText(skipped) },
          { head: 'Left', number: true, cell: ({ left }) => numberText(left) },
          ...(may('adminStopReplay') && replays.some(isRunning)
            ? [
                {
                  head: 'Actions',
                  shrink: true,
                  cell: (replay: AdminReplay) =>
                    isRunning(replay) && <StopButton tenantId={tenantId} replay={replay} />,
                },
              ]
            : []),
        ]}
      />
    </Panel>
  );
}

function isRunning({ state }: AdminReplay): boolean {
  return state === 'running' || state === 'stopping';
}

function progressText({ state, dryRun, total, went, skipped, left }: AdminReplay): string {
  const sent = `${numberText(went)} of ${numberText(total)} ${dryRun ? 'would be sent' : 'sent'}`;
  const rest = `, ${numberText(skipped)} skipped${left > 0 ? `, ${numberText(left)} left` : ''}.`;
  switch (state) {
    case 'running':
      return `${dryRun ? 'Checking' : 'Replaying'}: ${sent}${rest}`;
    case 'stopping':
      return `Stopping: ${sent}${rest}`;
    case 'stopped':
      return `Stopped: ${sent}${rest} Repeat it to continue.`;
    case 'failed':
      return `Failed: ${sent}${rest} See the log. Repeat it to continue; no lead is sent twice.`;
    case 'interrupted':
      return `Interrupted when its process ended: ${sent}${rest} Repeat it to continue; no lead is sent twice.`;
    case 'ended':
      return `Done: ${sent}${rest}`;
  }
}
