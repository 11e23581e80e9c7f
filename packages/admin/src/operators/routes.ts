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
  type AdminRole,
  type OperatorView,
} from '@sluice/contracts';
import { addressFrom, isAddress } from '@sluice/identity';
import type { StoresFor } from '@sluice/pipeline';
import { INSTALLATION, type Member, type MemberChanged } from '@sluice/store';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { defineAdminRoute, type AdminRoute } from '../route.js';

type Deps = StoresFor<'operators' | 'invitations' | 'clock'> & Pick<AdminDeps, 'accounts' | 'dashboardUrl'>;

const listOperators = defineAdminRoute(adminListOperators, async (_call, { stores }: Deps) => ({
  operators: (await stores.operators.all()).map(operatorView),
}));

const addOperator = defineAdminRoute(
  adminAddOperator,
  async ({ body: { email, role }, actor }, { stores, dashboardUrl }: Deps) => {
    const address = addressFrom(email);
    if (!isAddress(address))
      throw new ApiError('VALIDATION_ERROR', { details: ['email: must be an e-mail address'] });
    if (await stores.operators.find(address))
      throw new ApiError('INVALID_STATE', { message: `${address} is an operator already` });
    const invited = { address, role, createdBy: actor.name };
    const { token, expiresAt } = await stores.invitations.invite(INSTALLATION, invited, stores.clock.now());
    return {
      address,
      link: linkTo('/invitation', token, dashboardUrl),
      expiresAt: expiresAt.toISOString(),
    };
  },
  ({ body }) => ({ address: addressFrom(body.email), role: body.role }),
);

const setRole = defineAdminRoute(
  adminSetOperatorRole,
  async ({ params: { personId }, body: { role }, actor }, { stores }: Deps) => {
    const { userId, address, via } = await anotherThan(actor, personId, stores);
    if (via !== 'password')
      throw new ApiError('INVALID_STATE', {
        message: `The role of ${address} comes from the groups of the provider or proxy`,
      });
    expectChanged(address, await stores.operators.setRole(userId, role));
    return { operator: operatorView(await operatorOf(stores, userId)) };
  },
  ({ body }) => ({ role: body.role }),
);

const disableOperator = defineAdminRoute(
  adminDisableOperator,
  async ({ params: { personId }, actor }, { stores }: Deps) => {
    const { userId, address } = await anotherThan(actor, personId, stores);
    expectChanged(address, await stores.operators.disable(userId, stores.clock.now()));
    return { operator: operatorView(await operatorOf(stores, userId)) };
  },
);

const enableOperator = defineAdminRoute(
  adminEnableOperator,
  async ({ params: { personId }, actor }, { stores }: Deps) => {
    const { userId, address } = await anotherThan(actor, personId, stores);
    expectChanged(address, await stores.operators.enable(userId));
    return { operator: operatorView(await operatorOf(stores, userId)) };
  },
);

const resetPassword = defineAdminRoute(
  adminResetOperatorPassword,
  async ({ params: { personId } }, { stores, accounts, dashboardUrl }: Deps) => {
    const { userId, address, via } = await operatorOf(stores, personId);
    if (via !== 'password')
      throw new ApiError('INVALID_STATE', {
        message: `${address} has no password here and logs in through a provider or proxy`,
      });
    const { token, expiresAt } = await accounts.passwordToken(userId);
    return { link: linkTo('/password/reset', token, dashboardUrl), expiresAt: expiresAt.toISOString() };
  },
);

const removeOperator = defineAdminRoute(
  adminRemoveOperator,
  async ({ params: { personId }, actor }, { stores, accounts }: Deps) => {
    const { userId, address } = await anotherThan(actor, personId, stores);
    expectChanged(address, await stores.operators.remove(userId));
    await accounts.removeIfPlaceless(userId);
    return { removed: true as const };
  },
);

type Operators = Deps['stores'];

async function operatorOf(
  { operators }: Pick<Operators, 'operators'>,
  person: string,
): Promise<Member<AdminRole>> {
  const found = await operators.find(person);
  if (!found) throw new ApiError('NOT_FOUND', { message: `There is no operator ${person}` });
  return found;
}

/** The operator to change, who may not be the caller. */
async function anotherThan(
  { personId }: Actor,
  person: string,
  stores: Pick<Operators, 'operators'>,
): Promise<Member<AdminRole>> {
  const found = await operatorOf(stores, person);
  if (found.userId === personId)
    throw new ApiError('INVALID_STATE', { message: 'Nobody changes their own membership' });
  return found;
}

function expectChanged(address: string, changed: MemberChanged): void {
  if (changed === 'unknown') throw new ApiError('NOT_FOUND', { message: `There is no operator ${address}` });
  if (changed === 'last_one')
    throw new ApiError('INVALID_STATE', {
      message: `${address} is the last administrator: add another one first`,
    });
}

// After the #, which a browser sends to no server.
function linkTo(page: string, token: string, dashboardUrl = ''): string {
  return `${dashboardUrl.replace(/\/+$/, '')}${page}#${token}`;
}

function operatorView(operator: Member<AdminRole>): OperatorView {
  const { userId, address, role, via, createdAt, createdBy, lastSeenAt, disabledAt } = operator;
  return {
    personId: userId,
    address,
    role,
    via,
    createdBy,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}

export const operatorRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...[listOperators, addOperator, setRole, disableOperator],
  ...[enableOperator, resetPassword, removeOperator],
];
