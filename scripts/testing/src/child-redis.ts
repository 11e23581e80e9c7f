/** A redis-server that cannot outlive the process that started it, however that process ends. */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';

/** A redis-server's process; the caller must find out whether it answers yet. */
export interface ChildRedis {
  /** The pid of redis-server itself, for signals. */
  readonly pid: number;
  /** Ends it at once, as a crash would; resolves once it has exited. */
  readonly end: () => Promise<void>;
}

// The shell outlives redis-server only to end it: the shell's input closes when this process exits.
const endsWithParent = 'redis-server "$@" >/dev/null & echo $!; cat >/dev/null; kill -9 $! 2>/dev/null; wait';

/**
 * Settings of redis-server by their names in its configuration file; a setting with several words is a list of them.
 */
export type RedisSettings = Readonly<Record<string, string | readonly string[]>>;

/**
 * The settings of a server on `port` that keeps its data only in memory. A replica still receives its master's data as
 * a file: under a name of its own, outside the folder in which the tests run, and only until it has read the file.
 */
export function inMemoryAlone(port: number): RedisSettings {
  return {
    save: '',
    appendonly: 'no',
    'rdb-del-sync-files': 'yes',
    dir: tmpdir(),
    dbfilename: `sluice-test-redis-${port}-${process.pid}.rdb`,
  };
}

/** Starts redis-server from PATH with `settings`. */
export function startChildRedis(settings: RedisSettings): Promise<ChildRedis> {
  return startWithin(Object.entries(settings).flatMap(([name, value]) => [`--${name}`, ...[value].flat()]));
}

/** Starts redis-server from PATH as a Sentinel with a configuration file that it may write to. */
export function startChildSentinel(file: string): Promise<ChildRedis> {
  return startWithin([file, '--sentinel']);
}

async function startWithin(options: readonly string[]): Promise<ChildRedis> {
  const shell = spawn('sh', ['-c', endsWithParent, 'sh', ...options], { stdio: ['pipe', 'pipe', 'ignore'] });
  const gone = new Promise<void>((resolve) => shell.once('exit', () => resolve()));
  const pid = await new Promise<number>((resolve, reject) => {
    shell.once('error', reject);
    shell.stdout.once('data', (line: Buffer) => resolve(Number(line.toString())));
    shell.stdout.once('end', () => reject(new Error('no shell to start redis-server with')));
  });
  return {
    pid,
    end: () => {
      shell.stdin.end();
      return gone;
    },
  };
}
