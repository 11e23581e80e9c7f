/** Operators: the people who work on the installation. */
import {
  adminAddOperator,
  adminDisableOperator,
  adminEnableOperator,
  adminListOperators,
  adminRemoveOperator,
  adminResetOperatorPassword,
  adminSetOperatorRole,
  ApiError,
  newPassword,
  type OperatorView,
} from '@sluice/contracts';
import type { StoresFor } from '@sluice/pipeline';
import { randomInt } from 'node:crypto';
import { hashPassword, type Operator, type OperatorChanged, type Stores } from '@sluice/store';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'operators' | 'clock'>;

const listOperators = defineAdminRoute(adminListOperators, async (_call, { stores }: Deps) => ({
  operators: (await stores.operators.all()).map(operatorView),
}));

const addOperator = defineAdminRoute(
  adminAddOperator,
  async ({ body: { name, role }, actor }, { stores }: Deps) => {
    const password = newPassword((bound) => randomInt(bound));
    const added = await stores.operators.add({
      name,
      role,
      via: 'password',
      passwordHash: await hashPassword(password),
      createdAt: stores.clock.now(),
      createdBy: actor.name,
    });
    if (!added) throw new ApiError('INVALID_STATE', { message: `Operator ${name} already exists` });
    return { operator: operatorView(await operatorOf(stores, name)), password };
  },
  ({ body }) => ({ name: body.name, role: body.role }),
);

const setRole = defineAdminRoute(
  adminSetOperatorRole,
  async ({ params: { name }, body: { role } }, { stores }: Deps) => {
    const { via } = await operatorOf(stores, name);
    if (via !== 'password')
      throw new ApiError('INVALID_STATE', {
        message: `The role of ${name} comes from the groups of the provider or proxy`,
      });
    expectChanged(name, await stores.operators.setRole(name, role));
    return { operator: operatorView(await operatorOf(stores, name)) };
  },
  ({ body }) => ({ role: body.role }),
);

const disableOperator = defineAdminRoute(
  adminDisableOperator,
  async ({ params: { name } }, { stores }: Deps) => {
    expectChanged(name, await stores.operators.disable(name, stores.clock.now()));
    return { operator: operatorView(await operatorOf(stores, name)) };
  },
);

const enableOperator = defineAdminRoute(
  adminEnableOperator,
  async ({ params: { name } }, { stores }: Deps) => {
    expectChanged(name, await stores.operators.enable(name));
    return { operator: operatorView(await operatorOf(stores, name)) };
  },
);

const resetPassword = defineAdminRoute(
  adminResetOperatorPassword,
  async ({ params: { name } }, { stores }: Deps) => {
    const { via } = await operatorOf(stores, name);
    if (via !== 'password')
      throw new ApiError('INVALID_STATE', {
        message: `${name} has no password here and logs in through a provider or proxy`,
      });
    const password = newPassword((bound) => randomInt(bound));
    expectChanged(name, await stores.operators.setPassword(name, await hashPassword(password)));
    return { password };
  },
);

const removeOperator = defineAdminRoute(
  adminRemoveOperator,
  async ({ params: { name } }, { stores }: Deps) => {
    expectChanged(name, await stores.operators.remove(name));
    return { removed: true as const };
  },
);

async function operatorOf({ operators }: Pick<Stores, 'operators'>, name: string): Promise<Operator> {
  const found = await operators.find(name);
  if (!found) throw new ApiError('NOT_FOUND', { message: `There is no operator ${name}` });
  return found;
}

function expectChanged(name: string, changed: OperatorChanged): void {
  if (changed === 'unknown') throw new ApiError('NOT_FOUND', { message: `There is no operator ${name}` });
  if (changed === 'last_administrator')
    throw new ApiError('INVALID_STATE', {
      message: `${name} is the last administrator: add another one first`,
    });
}

function operatorView(operator: Operator): OperatorView {
  const { name, role, via, passwordHash, createdAt, createdBy, lastLoginAt, disabledAt } = operator;
  const passwordOf = passwordHash === undefined ? 'environment' : 'own';
  return {
    name,
    role,
    via,
    passwordOf: via === 'password' ? passwordOf : null,
    createdBy,
    createdAt: createdAt.toISOString(),
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

export const operatorRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...[listOperators, addOperator, setRole, disableOperator],
  ...[enableOperator, resetPassword, removeOperator],
];
