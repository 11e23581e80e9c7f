/**
 * Replays the leads of a group: a dry run shows which would be replayed, then the replay shows its progress and can be
 * stopped.
 */
import type {
  adminGetReplay,
  adminListAttention,
  adminListReplays,
  AdminReplay,
  adminStartReplay,
  adminStopReplay,
  EndpointData,
} from '@sluice/contracts';
import { useEffect, useState } from 'preact/hooks';
import { call } from '../../api/call.js';
import { pathTo } from '../../api/request.js';
import { may } from '../../api/session.js';
import { useLoad, dataOf } from '../../api/use-load.js';
import { StatusBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { confirm } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { numberText } from '../../components/figure.js';
import { Panel } from '../../components/panel.js';
import { Table } from '../../components/table.js';
import { Ago } from '../../components/time.js';

type Group = EndpointData<typeof adminListAttention>['groups'][number];

const LOOK_EVERY_MS = 500;
const LIST_EVERY_MS = 2_000;

interface ReplayPanelProps {
  readonly tenantId: string;
  readonly group: Group;
  readonly onEnd: () => void;
}

export function ReplayPanel({ tenantId, group, onEnd }: ReplayPanelProps) {
  const [tried, setTried] = useState<AdminReplay>();
  const [begun, setBegun] = useState<AdminReplay>();
  const [times, setTimes] = useState('1');
  if (!may('operate')) return <p class="quiet">Replaying requires the operate role.</p>;
  const { status, campaignId, reason } = group;
  const ask = (dryRun: boolean) =>
    call<typeof adminStartReplay>('POST', pathTo`/admin/v1/tenants/${tenantId}/replays`, {
      body: {
        status: status as AdminReplay['status'],
        campaignId,
        dryRun,
        times: Number(times),
        ...(reason !== undefined && { reason }),
      },
    });
  const goes = tried?.state === 'ended' && tried.went > 0;
  return (
    <>
      <div class="row">
        <TextField
          label="Maximum replays per lead"
          value={times}
          onValue={(value) => {
            setTimes(value);
            setTried(undefined);
          }}
        />
        <Button
          onClick={async () => {
            setBegun(undefined);
            setTried(await ask(true));
          }}
        >
          Dry run
        </Button>
        {goes && !begun && (
          <Button
            main
            onClick={() =>
              confirm({
                title: 'Replay this group?',
                what: (
                  <p>
                    {numberText(tried.went)} leads are sent to campaign {campaignId} again, oldest first. You
                    can stop the replay, but you cannot recall leads already sent.
                  </p>
                ),
                does: 'Replay',
                run: async () => {
                  setBegun(await ask(false));
                },
              })
            }
          >
            Replay {numberText(tried.went)}
          </Button>
        )}
      </div>
      {tried && !begun && <Followed tenantId={tenantId} replay={tried} onChange={setTried} />}
      {begun && <Followed tenantId={tenantId} onEnd={onEnd} replay={begun} onChange={setBegun} />}
    </>
  );
}

interface FollowedProps {
  readonly tenantId: string;
  readonly replay: AdminReplay;
  readonly onChange: (replay: AdminReplay) => void;
  readonly onEnd?: () => void;
}

function Followed({ tenantId, replay, onChange, onEnd }: FollowedProps) {
  const { replayId, dryRun } = replay;
  const runs = isRunning(replay);
  const { load } = useLoad(
    (signal) =>
      runs
        ? call<typeof adminGetReplay>('GET', pathTo`/admin/v1/tenants/${tenantId}/replays/${replayId}`, {
            signal,
          })
        : Promise.resolve(replay),
    replayId,
    LOOK_EVERY_MS,
  );
  const seen = dataOf(load);
  useEffect(() => {
    if (!seen || !runs) return;
    onChange(seen);
    if (!isRunning(seen)) onEnd?.();
  }, [seen]);
  return (
    <div class="notice" role="status">
      <p>
        <strong>{progressText(replay)}</strong>{' '}
        {runs && !dryRun && (
          <Button small danger onClick={() => stop(tenantId, replayId)}>
            Stop
          </Button>
        )}
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
                <a href={`/leads/${tenantId}/${leadId}`}>{leadId}</a>
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

function stop(tenantId: string, replayId: string): Promise<unknown> {
  return call<typeof adminStopReplay>('POST', pathTo`/admin/v1/tenants/${tenantId}/replays/${replayId}/stop`);
}

/** The latest replays, including those of other people or processes; nothing if there are none. */
export function Replays({ tenantId }: { readonly tenantId: string }) {
  const { load, reload } = useLoad(
    (signal) =>
      call<typeof adminListReplays>('GET', pathTo`/admin/v1/tenants/${tenantId}/replays`, { signal }),
    tenantId,
    LIST_EVERY_MS,
  );
  const replays = dataOf(load)?.replays ?? [];
  if (replays.length === 0) return null;
  return (
    <Panel title="Replays in the last day">
      <Table<AdminReplay>
        label="Replays"
        rows={replays}
        keyOf={({ replayId }) => replayId}
        columns={[
          { head: 'Started', shrink: true, cell: ({ beganAt }) => <Ago at={beganAt} /> },
          { head: 'By', cell: ({ by }) => by },
          {
            head: 'Group',
            cell: ({ status, reason, campaignId }) =>
              `${campaignId}, ${reason ?? status}`.replaceAll('_', ' '),
          },
          { head: 'State', shrink: true, cell: ({ state }) => <StatusBadge status={state} /> },
          { head: 'Sent', number: true, cell: ({ went }) => numberText(went) },
          { head: 'Skipped', number: true, cell: ({ skipped }) => numberText(skipped) },
          { head: 'Left', number: true, cell: ({ left }) => numberText(left) },
          ...(may('operate') && replays.some(isRunning)
            ? [
                {
                  head: 'Actions',
                  shrink: true,
                  cell: (replay: AdminReplay) =>
                    isRunning(replay) && (
                      <Button small onClick={() => stop(tenantId, replay.replayId).then(reload)}>
                        Stop
                      </Button>
                    ),
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
