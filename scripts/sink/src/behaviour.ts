/** Scripts with which a test overrides the sink's usual answer at a path. */
import { asObject } from './sink-request.js';

/**
 * Ways to misbehave. `hang`: accepts the request and never answers. `reset`: drops the connection without reading the
 * request. `reset_after`: judges and records the request, then drops the connection. `answer_after`: judges and records
 * the request, then answers as scripted, such as 500 to a call that was placed. `trickle`: answers one byte at a time.
 * `redirect`: redirects to a metadata address. `huge`: a body of 1 GB. `gzip_bomb`: a small body that unpacks to 1 GB.
 */
export const modes = [
  'hang',
  'reset',
  'reset_after',
  'answer_after',
  'trickle',
  'redirect',
  'huge',
  'gzip_bomb',
] as const;
export type Mode = (typeof modes)[number];

/**
 * A script for one path, or for all paths below it if it ends in `*`. Fields that it omits keep the usual behaviour.
 */
export interface Behaviour {
  readonly path: string;
  /** Covers only requests whose body contains this text, such as those about one of several leads in progress. */
  readonly contains?: string;
  readonly status?: number;
  readonly delayMs?: number;
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly mode?: Mode;
  /** Which of its answers the played system gives, where it has several, such as the verdicts of the language model. */
  readonly variant?: string;
  /** How many requests the script covers; default all. */
  readonly times?: number;
}

/** The active scripts. */
export interface Behaviours {
  /** Activates a script and replaces an earlier one for the same path and text. */
  set(behaviour: Behaviour): void;
  /** Whether the script for a path depends on the request's body. */
  needsBody(path: string): boolean;
  /**
   * Returns the script for a request and counts its use. An exact path takes precedence over `*`, a longer `*` over a
   * shorter one, and of one path a script for a text over one for all bodies.
   */
  take(path: string, body?: string): Behaviour | undefined;
  /** Removes the scripts of a path, or all scripts. */
  clear(path?: string): void;
}

/** Starts without scripts. */
export function createBehaviours(): Behaviours {
  let scripts: { readonly behaviour: Behaviour; left: number }[] = [];
  const without = (isGone: (behaviour: Behaviour) => boolean) =>
    scripts.filter(({ behaviour }) => !isGone(behaviour));
  const forPath = (path: string) =>
    scripts.filter(({ behaviour }) => covers(behaviour.path, path)).sort(byPrecedence);
  return {
    set(behaviour) {
      const { path, contains, times = Infinity } = behaviour;
      scripts = without((known) => known.path === path && known.contains === contains);
      scripts.push({ behaviour, left: times });
    },
    needsBody: (path) => forPath(path).some(({ behaviour }) => behaviour.contains !== undefined),
    take(path, body = '') {
      const script = forPath(path).find(({ behaviour }) => body.includes(behaviour.contains ?? ''));
      if (script === undefined) return undefined;
      script.left -= 1;
      if (script.left <= 0) scripts = without((known) => known === script.behaviour);
      return script.behaviour;
    },
    clear(path) {
      scripts = without((known) => path === undefined || known.path === path);
    },
  };
}

function covers(scripted: string, path: string): boolean {
  return scripted === path || (scripted.endsWith('*') && path.startsWith(scripted.slice(0, -1)));
}

/** An order of scripts that all cover `path`; the exact path is longer than what any `*` matches of it. */
function byPrecedence(a: { readonly behaviour: Behaviour }, b: { readonly behaviour: Behaviour }): number {
  const lengthOf = ({ path }: Behaviour) => path.replace(/\*$/, '').length;
  return (
    lengthOf(b.behaviour) - lengthOf(a.behaviour) ||
    Number(a.behaviour.path.endsWith('*')) - Number(b.behaviour.path.endsWith('*')) ||
    Number(b.behaviour.contains !== undefined) - Number(a.behaviour.contains !== undefined)
  );
}

/** Reads a script from a request's body. Returns a text describing the problem if it is invalid. */
export function readBehaviour(value: unknown): Behaviour | string {
  const script = asObject(value);
  if (script === undefined) return 'must be a JSON object';
  const { path, contains, status, delayMs, body, headers, mode, variant, times } = script;
  if (typeof path !== 'string' || !path.startsWith('/')) return 'path: must begin with /';
  if (contains !== undefined && typeof contains !== 'string') return 'contains: must be text';
  if (status !== undefined && !isWhole(status, 200, 599)) return 'status: must be 200 to 599';
  if (delayMs !== undefined && !isWhole(delayMs, 0, 600_000)) return 'delayMs: must be 0 to 600000';
  if (times !== undefined && !isWhole(times, 1, 1_000_000_000)) return 'times: must be at least 1';
  if (mode !== undefined && !modes.includes(mode as Mode)) return `mode: must be one of ${modes.join(', ')}`;
  if (variant !== undefined && typeof variant !== 'string') return 'variant: must be text';
  if (headers !== undefined && asObject(headers) === undefined) return 'headers: must be an object';
  if (body !== undefined && (body === null || !['string', 'object'].includes(typeof body))) {
    return 'body: must be text, an object or a list';
  }
  return script as unknown as Behaviour;
}

function isWhole(value: unknown, minimum: number, maximum: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}
