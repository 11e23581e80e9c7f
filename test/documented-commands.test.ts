/** The commands that pages show can be typed: each command, option, script, service and folder in them exists. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, serviceNames } from '@sluice/local';
import { duringTests, sluiceOn } from '@sluice/testing';
import { openWorld } from '@sluice/testing/core';
import { parse } from 'yaml';

const text = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
const folder = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
const ours = folder.filter((name) => name.endsWith('.md') && !name.includes('node_modules'));
const pages = ['README.md', ...ours.map((name) => `docs/${name}`)];

/** The options that each command requires, as its page says. */
const required = new Map(
  text('docs/reference/commands.md')
    .split('\n## ')
    .slice(1)
    .map((section): readonly [string, readonly string[]] => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^\| `(--[\w-]+)[^`]*` *\|[^\n]*\(required\)/gm)].map(([, option = '']) => option),
    ]),
);

const world = duringTests(openWorld);
let words: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  const { output } = await sluiceOn(world, world.folder)(['completion', 'bash']);
  const cases = [...output.matchAll(/^ +'([^']*)'\) next='([^']*)' ;;$/gm)];
  words = new Map(cases.map(([, way = '', next = '']) => [way, next.split(' ').filter(Boolean)]));
}, 60_000);

it.each(pages)('%s shows only commands of sluice that exist, with options that they have', (page) => {
  expect(words.size).toBeGreaterThan(50);
  expect(commandsOf(page, /(?:^|\| |&& |\w=\S+ )sluice (?!<)|--rm operator /).flatMap(unknownIn)).toEqual([]);
});

it('a command or option that does not exist is found', () => {
  const wrong = ['leads shew lead_1', 'leads show lead_1 --tenat demo', 'queues list|halt', 'gatway'];
  expect(wrong.flatMap(unknownIn)).toEqual(['leads shew', 'leads show --tenat', 'queues halt', 'gatway']);
  const right = ['doctor', 'report --by day', 'leads show L --tenant T', 'queues pause|resume Q', 'gateway'];
  expect(right.flatMap(unknownIn)).toEqual([]);
});

it.each(pages.filter((page) => page !== 'docs/reference/commands.md'))(
  '%s shows each command of sluice with all options that it requires, where it shows more than its name',
  (page) => {
    const shown = commandsOf(
      page,
      /(?:^|\| |&& |\w=\S+ )sluice (?:-- )?(?!<)|npm run -s sluice -- |--rm operator /,
    );
    expect(shown.flatMap(missingIn)).toEqual([]);
  },
);

it('a required option that is left out is found', () => {
  const wrong = ['circuits open R --tenant T', 'leads show lead_1', 'suppression import L F --replace'];
  expect(wrong.flatMap(missingIn)).toEqual([
    'circuits open --reason',
    'leads show --tenant',
    'suppression import --tenant',
  ]);
  expect(['circuits open', 'leads show L --tenant T', 'doctor'].flatMap(missingIn)).toEqual([]);
});

it.each(pages)('%s shows only npm scripts that exist, and paths of tests that match one', (page) => {
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
  const named = commandsOf(page, /(?:^|\s)npm run (?:-s )?/).map((command) => command.split(' ')[0] ?? '');
  expect(named.filter((name) => /^[\w:]+$/.test(name) && !(name in scripts))).toEqual([]);
  const paths = commandsOf(page, /(?:^|\s)npm test -- /)
    .flatMap((command) => command.split(' '))
    .filter((word) => /^[a-z-]+\/[\w/.-]+$/.test(word));
  const tests = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], {
    cwd: projectRoot,
    encoding: 'utf8',
  });
  expect(paths.filter((path) => !tests.includes(path))).toEqual([]);
});

it.each(pages)(
  '%s shows only services, profiles and folders of Compose and Kubernetes that exist',
  (page) => {
    const { services } = parse(text('docker-compose.yml'), { merge: true, maxAliasCount: -1 }) as {
      services: Record<string, { profiles?: string[] }>;
    };
    const profiles = new Set(Object.values(services).flatMap((service) => service.profiles ?? []));
    const compose = commandsOf(page, /(?:^|\s)docker compose /);
    const wrong = [
      ...named(compose, /--profile '?([\w-]+)/g).filter((name) => !profiles.has(name)),
      ...named(compose, /(?:exec|run --rm|--scale) ([a-z]+)/g).filter((name) => !(name in services)),
      ...named(compose, /--env-file (\S+)/g).filter((path) => !existsSync(join(projectRoot, path))),
      ...named(commandsOf(page, /(?:^|\s)kubectl /), /-[kf] (k8s\/\S+)/g).filter(
        (path) => !existsSync(join(projectRoot, path)),
      ),
    ];
    expect(wrong).toEqual([]);
  },
);

it('an oplog is dumped and replayed with the URL of a whole replica set, because MONGODB_URL names one database', () => {
  const lines = pages.flatMap((page) =>
    commandsOf(page, /^mongo(?=dump |restore )/).filter((line) => line.includes('--oplog')),
  );
  expect(lines.map((line) => /--uri "(\$\w+)"/.exec(line)?.[1])).toEqual(['$BACKUP_URL', '$BACKUP_URL']);
});

/** What follows `start` in the shell blocks and code spans of a page, up to the end of that command. */
function commandsOf(page: string, start: RegExp): string[] {
  const blocks = [...text(page).matchAll(/^ *```(?:sh|bash)?\n([\s\S]*?)^ *```/gm)].map(
    ([, block = '']) => block,
  );
  const spans = [
    ...text(page)
      .replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ];
  const lines = [
    ...blocks.flatMap((block) => block.replaceAll(/\\\n\s*/g, ' ').split('\n')),
    ...spans.map(([, span = '']) => span.replaceAll(String.raw`\|`, '|')),
  ];
  return lines.flatMap((line) => {
    const [, ...commands] = line.trim().split(start);
    return commands.map((command) => command.replace(/( #| \| | && | > ).*$/, '').trim());
  });
}

/** What is not known in a command of sluice, behind the command that it belongs to. */
function unknownIn(command: string): string[] {
  let way = '';
  let isWhole = false;
  const unknown: string[] = [];
  for (const word of withoutValues(command)) {
    const next = words.get(way) ?? [];
    const subcommands = next.filter((one) => !one.startsWith('-'));
    const at = (one: string) => `${way} ${one}`.trim();
    if (word.startsWith('-')) {
      // `report --by` is `report leads --by`.
      const options = [...next, ...subcommands.flatMap((one) => words.get(at(one)) ?? [])];
      if (!['--server', '--help', '--json', ...options].includes(word)) unknown.push(at(word));
      isWhole ||= way !== '';
    } else if (subcommands.length > 0 && !isWhole) {
      const several = word.split('|');
      const services: readonly string[] = way === '' ? serviceNames : [];
      unknown.push(...several.filter((one) => ![...subcommands, ...services].includes(one)).map(at));
      way = at(several[0] ?? '');
    }
  }
  return unknown;
}

/** The words of a command without what is quoted, left out (`…`) or stands for another (`<service>`, `COMMAND`). */
function withoutValues(command: string): string[] {
  return command
    .replaceAll(/"[^"]*"|'[^']*'|(?<=--server) \S+/g, '')
    .split(/\s+/)
    .map((word) =>
      word
        .replace(/[,;:)\]]+$/, '')
        .replace(/^\[/, '')
        .replace(/=.*/, ''),
    )
    .filter((word) => word !== '' && !/[…<]|^[A-Z_]+$/.test(word));
}

/** The options that a command requires and that are not in it, behind its name; a mere name needs none. */
function missingIn(command: string): string[] {
  const all = command.split(/\s+/);
  const name = [all.slice(0, 2).join(' '), all[0] ?? ''].find((one) => required.has(one));
  if (name === undefined || name === command.trim()) return [];
  return (required.get(name) ?? []).filter((option) => !all.includes(option)).map((one) => `${name} ${one}`);
}

function named(commands: readonly string[], pattern: RegExp): string[] {
  return commands.flatMap((command) => [...command.matchAll(pattern)].map(([, name = '']) => name));
}
