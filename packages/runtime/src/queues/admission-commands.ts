/** What admission asks of Redis, each in one round trip however many it is asked for. Times are Redis' own. */
import type { Redis } from 'ioredis';

/** What is admitted: submissions on their way, and effects to be carried out. */
export type AdmissionScope = 'submissions' | 'effects';

/** A piece of work that wants into the queues. */
export interface Applicant {
  readonly scope: AdmissionScope;
  readonly tenantId: string;
  /** The submission or the effect. */
  readonly id: string;
}

/** What holds for all shares alike. */
export interface AdmissionBounds {
  /** How much of a share may be inside. */
  readonly perTenant: number;
  /** From so much on, a share gives way while others are about. */
  readonly crowd: number;
  /** What nobody took out is taken to be gone after this long. */
  readonly goneAfterMs: number;
  readonly forgottenAfterMs: number;
  /** Who brings less than a crowd is about for this long. */
  readonly aboutForMs: number;
}

/** A tenant's work of one scope. */
export type Share = readonly [scope: AdmissionScope, tenantId: string];

// One hash tag: all of it is small and is asked for together.
const PREFIX = '{sluice-admission}';
const SHARES = `${PREFIX}:shares`;
const BACKLOG = `${PREFIX}:backlog`;
/** Shares that crowd nobody, until when they are taken to be about. */
const QUIET = `${PREFIX}:quiet`;
const keyOf = ([scope, tenantId]: Share): string => `${PREFIX}:${labelOf([scope, tenantId])}`;
const labelOf = ([scope, tenantId]: Share): string => `${scope} ${tenantId}`;

const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

// Whether others than a share are about, who bring no crowd.
const othersAbout = (quiet: string) => `
local function othersAbout(label)
  local others = redis.call('ZCOUNT', ${quiet}, '(' .. now, '+inf')
  local own = tonumber(redis.call('ZSCORE', ${quiet}, label) or '0')
  return others > (own > now and 1 or 0)
end
`;

const scripts = {
  sluiceEnter: `${now}${othersAbout('KEYS[3]')}
local perTenant, crowd = tonumber(ARGV[1]), tonumber(ARGV[2])
local goneAfter, forgottenAfter, aboutFor = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local answers, at = {}, 6
for i = 4, #KEYS do
  local label, applicants = ARGV[at], tonumber(ARGV[at + 1])
  at = at + 2
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  local count = redis.call('ZCARD', KEYS[i])
  local leftBehind = (tonumber(redis.call('ZSCORE', KEYS[2], label) or '0')) > now
  local ofSubmissions = string.sub(label, 1, 12) == 'submissions '
  local givesWay = ofSubmissions and othersAbout(label)
  for _ = 1, applicants do
    local id, inTurn = ARGV[at], ARGV[at + 1] == '1'
    at = at + 2
    local inside = redis.call('ZSCORE', KEYS[i], id)
    local mayEnter = inTurn or not (leftBehind or (givesWay and count >= crowd))
    if not inside and count < perTenant and mayEnter then
      inside = true
      count = count + 1
    end
    if inside then
      redis.call('ZADD', KEYS[i], now + goneAfter, id)
    else
      leftBehind = true
      redis.call('ZADD', KEYS[2], now + forgottenAfter, label)
    end
    answers[#answers + 1] = inside and 1 or 0
    answers[#answers + 1] = count
  end
  if leftBehind or count >= crowd then
    redis.call('ZREM', KEYS[3], label)
  elseif ofSubmissions then
    redis.call('ZADD', KEYS[3], now + aboutFor, label)
  end
  redis.call('PEXPIRE', KEYS[i], goneAfter * 2)
  redis.call('SADD', KEYS[1], label)
end
return answers`,
  sluiceCount: `${now}
local counts = {}
for i = 1, #KEYS do
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now)
  counts[i] = redis.call('ZCARD', KEYS[i])
end
return counts`,
  sluiceGivesWay: `${now}${othersAbout('KEYS[2]')}
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
local answers = {}
for i, label in ipairs(ARGV) do
  local leftBehind = (tonumber(redis.call('ZSCORE', KEYS[1], label) or '0')) > now
  answers[i] = leftBehind and othersAbout(label) and 1 or 0
end
return answers`,
  sluiceInside: `${now}
local sum = 0
for _, label in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local key = ARGV[1] .. ':' .. label
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  local count = redis.call('ZCARD', key)
  if count == 0 then redis.call('SREM', KEYS[1], label) end
  sum = sum + count
end
return sum`,
  sluiceBacklogged: `${now}
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
return redis.call('ZRANGE', KEYS[1], 0, -1)`,
  sluiceNoteBacklog: `${now}
for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + tonumber(ARGV[1]), ARGV[i]) end
return #ARGV`,
} as const;

type Script = (keys: number, ...args: readonly (string | number)[]) => Promise<unknown>;

/** The commands on a connection. Each rejects when Redis does not answer in time. */
export function admissionCommands(connection: Redis) {
  for (const [name, lua] of Object.entries(scripts)) connection.defineCommand(name, { lua });
  const { sluiceEnter, sluiceCount, sluiceGivesWay, sluiceInside, sluiceBacklogged, sluiceNoteBacklog } =
    Object.fromEntries(
      Object.keys(scripts).map((name) => [
        name,
        (...args) => (connection as unknown as Record<string, Script>)[name]!(...args),
      ]),
    ) as Record<keyof typeof scripts, Script>;

  return {
    /** Lets in who may come, and says of each whether it may and how many of its share are inside then. */
    async enter(
      applicants: readonly (Applicant & { readonly inTurn: boolean })[],
      bounds: AdmissionBounds,
    ): Promise<readonly { readonly admitted: boolean; readonly count: number }[]> {
      const groups = byShare(applicants);
      const keys = groups.map(({ share }) => keyOf(share));
      const args = groups.flatMap(({ share, members }) => [
        labelOf(share),
        members.length,
        ...members.flatMap(({ applicant: { id, inTurn } }) => [id, inTurn ? 1 : 0]),
      ]);
      const { perTenant, crowd, goneAfterMs, forgottenAfterMs, aboutForMs } = bounds;
      const answers = (await sluiceEnter(
        keys.length + 3,
        ...[SHARES, BACKLOG, QUIET, ...keys],
        ...[perTenant, crowd, goneAfterMs, forgottenAfterMs, aboutForMs, ...args],
      )) as number[];
      const inOrder = new Array<{ admitted: boolean; count: number }>(applicants.length);
      groups
        .flatMap(({ members }) => members)
        .forEach(({ index }, place) => {
          inOrder[index] = { admitted: answers[place * 2] === 1, count: answers[place * 2 + 1] ?? 0 };
        });
      return inOrder;
    },

    async leave(applicants: readonly Applicant[]): Promise<void> {
      const pipeline = connection.pipeline();
      for (const { share, members } of byShare(applicants)) {
        pipeline.zrem(keyOf(share), ...members.map(({ applicant }) => applicant.id));
      }
      const failed = (await pipeline.exec())?.find(([error]) => error)?.[0];
      if (failed) throw failed;
    },

    /** How much of each share is inside. */
    async count(shares: readonly Share[]): Promise<readonly number[]> {
      return shares.length === 0
        ? []
        : ((await sluiceCount(shares.length, ...shares.map(keyOf))) as number[]);
    },

    /** Of each share, whether work of it was left behind and others are about. */
    async givesWay(shares: readonly Share[]): Promise<readonly boolean[]> {
      if (shares.length === 0) return [];
      const answers = (await sluiceGivesWay(2, BACKLOG, QUIET, ...shares.map(labelOf))) as number[];
      return answers.map((answer) => answer === 1);
    },

    async inside(): Promise<number> {
      return (await sluiceInside(1, SHARES, PREFIX)) as number;
    },

    async backlogged(): Promise<readonly Share[]> {
      const labels = (await sluiceBacklogged(1, BACKLOG)) as string[];
      return labels.map((label) => label.split(' ') as unknown as Share);
    },

    async noteBacklog(shares: readonly Share[], forgottenAfterMs: number): Promise<void> {
      if (shares.length === 0) return;
      await sluiceNoteBacklog(1, BACKLOG, forgottenAfterMs, ...shares.map(labelOf));
    },

    async clearBacklog(share: Share): Promise<void> {
      await connection.zrem(BACKLOG, labelOf(share));
    },
  };
}

interface Group<T> {
  readonly share: Share;
  readonly members: { readonly applicant: T; readonly index: number }[];
}

function byShare<T extends Applicant>(applicants: readonly T[]): Group<T>[] {
  const groups = new Map<string, Group<T>>();
  applicants.forEach((applicant, index) => {
    const share: Share = [applicant.scope, applicant.tenantId];
    const group = groups.get(labelOf(share)) ?? { share, members: [] };
    group.members.push({ applicant, index });
    groups.set(labelOf(share), group);
  });
  return [...groups.values()];
}
