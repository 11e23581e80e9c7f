/** `sluice operators add|list|remove|role|password`: the persons who work on the installation. */
import { Problem } from '@sluice/local';
import { randomInt } from 'node:crypto';
import { userInfo } from 'node:os';
import type { OperatorChanged, OperatorRole } from '@sluice/store';
import type { Command } from 'commander';
import { answer, table } from '../output.js';
import { withStores } from '../where.js';

interface Options {
  readonly role?: string;
  readonly json?: boolean;
}

const roles: readonly string[] = ['view', 'operate', 'administer'] satisfies OperatorRole[];
const NAME = /^[a-z0-9][a-z0-9._@+-]{0,63}$/i;
// As secrets of an installation are made: no letters that are mistaken for one another.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

export function addOperators(program: Command): void {
  const operators = program.command('operators').description('persons who work on the installation');

  operators
    .command('add')
    .argument('<name>', 'the name that they log in with')
    .requiredOption('--role <role>', `what they may do: ${roles.join(', ')}`)
    .option('--json', 'answer as JSON')
    .description('add an operator; the password is shown once')
    .action((name: string, { role, json }: Options) =>
      withStores(async ({ operators: store, clock, audit }) => {
        const { hashPassword } = await import('@sluice/store');
        if (!NAME.test(name)) throw new Problem(`${name} is no name: letters, digits and . _ @ + - only.`, 2);
        const given = roleOf(role);
        const password = makePassword();
        const entry = await audit.begin(entryOf(clock.now(), `operators add ${name} ${role ?? ''}`));
        const added = await store.add({
          ...{ name, role: given, via: 'password', passwordHash: await hashPassword(password) },
          ...{ createdAt: clock.now(), createdBy: userInfo().username },
        });
        await audit.conclude(entry, added ? 'done' : 'refused');
        if (!added) throw new Problem(`There is an operator ${name} already.`);
        answer(json, { name, role, password }, () => `${password}\nIt is not shown again.`);
      }),
    );

  operators
    .command('list')
    .option('--json', 'answer as JSON')
    .description('the operators')
    .action(({ json }: Options) =>
      withStores(async ({ operators: store }) => {
        const found = (await store.all()).map(({ name, role, via, createdAt, lastLoginAt }) => ({
          ...{ name, role, via, createdAt, lastLoginAt },
        }));
        answer(json, found, () =>
          table([
            ['NAME', 'ROLE', 'BY', 'SINCE', 'LAST LOGIN'],
            ...found.map(({ name, role, via, createdAt, lastLoginAt }) => [
              ...[name, role, via, createdAt.toISOString(), lastLoginAt?.toISOString() ?? 'never'],
            ]),
          ]),
        );
      }),
    );

  operators
    .command('remove')
    .argument('<name>', 'as listed')
    .option('--json', 'answer as JSON')
    .description('remove an operator; the sessions end within seconds')
    .action((name: string, { json }: Options) =>
      change(name, `operators remove ${name}`, json, ({ operators: store }) => store.remove(name)),
    );

  operators
    .command('role')
    .argument('<name>', 'as listed')
    .argument('<role>', roles.join(', '))
    .option('--json', 'answer as JSON')
    .description('give an operator another role')
    .action((name: string, role: string, { json }: Options) => {
      const given = roleOf(role);
      return change(name, `operators role ${name} ${given}`, json, ({ operators: store }) =>
        store.setRole(name, given),
      );
    });

  operators
    .command('password')
    .argument('<name>', 'as listed')
    .option('--json', 'answer as JSON')
    .description('give an operator a new password, shown once; the sessions end')
    .action((name: string, { json }: Options) => {
      const password = makePassword();
      return change(
        name,
        `operators password ${name}`,
        json,
        async ({ operators: store }) => {
          const { hashPassword } = await import('@sluice/store');
          return store.setPassword(name, await hashPassword(password));
        },
        password,
      );
    });
}

type Stores = Parameters<Parameters<typeof withStores>[0]>[0];

async function change(
  name: string,
  what: string,
  json: boolean | undefined,
  make: (stores: Stores) => Promise<OperatorChanged>,
  password?: string,
): Promise<void> {
  await withStores(async (stores) => {
    const entry = await stores.audit.begin(entryOf(stores.clock.now(), what));
    const changed = await make(stores);
    await stores.audit.conclude(entry, changed === 'changed' ? 'done' : 'refused');
    if (changed === 'unknown')
      throw new Problem(`There is no operator ${name}; \`sluice operators list\` shows them.`);
    if (changed === 'last_administrator')
      throw new Problem(`${name} is the last administrator: make another one first.`);
    answer(json, { name, ...(password !== undefined && { password }) }, () =>
      password === undefined ? `Done: ${what}.` : `${password}\nIt is not shown again.`,
    );
  });
}

function entryOf(at: Date, what: string) {
  return { at, who: userInfo().username, via: 'command line', from: 'command line', what };
}

function roleOf(role = ''): OperatorRole {
  if (roles.includes(role)) return role as OperatorRole;
  throw new Problem(`${role} is no role: ${roles.join(', ')}.`, 2);
}

function makePassword(): string {
  const letter = (): string => LETTERS.charAt(randomInt(LETTERS.length));
  return Array.from({ length: 4 }, () => Array.from({ length: 4 }, letter).join('')).join('-');
}
