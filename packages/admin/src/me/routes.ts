/** The caller's own identity and account. */
import {
  adminConfirmSecondFactor,
  adminDisconnectProvider,
  adminGetMe,
  adminListDevices,
  adminLogOutDevice,
  adminRemovePersonsSecondFactor,
  adminRemoveSecondFactor,
  adminRenewRecoveryCodes,
  adminSetMyName,
  adminSetMyPassword,
  adminSetUpSecondFactor,
  ApiError,
} from '@sluice/contracts';
import { tryCode } from '@sluice/http';
import { planNotice } from '@sluice/pipeline';
import type { Actor } from '../actor.js';
import type { AdminDeps } from '../deps.js';
import { personAbout } from '../people/members.js';
import { defineAdminRoute, type AdminCall, type AdminRoute } from '../route.js';

type OwnAccounts = NonNullable<AdminDeps['ownAccounts']>;

const getMe = defineAdminRoute(adminGetMe, async ({ actor }, { ownAccounts }: AdminDeps) => {
  const { name, role, memberships, via, session, personId = '' } = actor;
  const person = session && (await ownAccounts?.own.find(personId));
  if (!person || !ownAccounts) return { name, role, memberships, via };
  const recoveryCodes = (await ownAccounts.secondFactors.recoveryCodesOf(personId)) ?? null;
  const ways = await ownAccounts.own.waysIn(personId);
  const account = { name: person.name, address: person.address, recoveryCodes, ...ways };
  return { name, role, memberships, via, account };
});

const setName = defineAdminRoute(adminSetMyName, async ({ actor, body }, deps: AdminDeps) => {
  const { accounts, personId } = of(actor, deps);
  await accounts.own.rename(personId, body.name);
  accounts.sessions.forget(personId);
  return { done: true as const };
});

const setPassword = defineAdminRoute(adminSetMyPassword, async ({ actor, body }, deps: AdminDeps) => {
  const { accounts, personId, sessionId, address } = of(actor, deps);
  await mayTry(accounts, address, actor.from);
  const changed = await accounts.own.changePassword({ userId: personId, address }, { ...body, sessionId });
  if (changed.kind === 'wrong') throw refused('current: is not your password');
  await accounts.guesses.succeeded(address, actor.from);
  if (changed.kind === 'weak') throw refused(`password: ${changed.problem}`);
  accounts.sessions.forget(personId);
  await planNotice(deps, address, 'password_changed');
  return { done: true as const };
});

const setUp = defineAdminRoute(adminSetUpSecondFactor, async ({ actor }, deps: AdminDeps) => {
  const { accounts, personId, address } = of(actor, deps);
  if (!(await accounts.own.waysIn(personId)).hasPassword)
    throw new ApiError('INVALID_STATE', { message: 'There is no password that it could guard' });
  const begun = await accounts.secondFactors.setUp(personId, address);
  if (!begun) throw new ApiError('INVALID_STATE', { message: 'There is a second factor: turn it off first' });
  return begun;
});

const confirm = defineAdminRoute(adminConfirmSecondFactor, async ({ actor, body }, deps: AdminDeps) => {
  const { accounts, personId } = of(actor, deps);
  const recoveryCodes = await proven(accounts, personId, () =>
    accounts.secondFactors.confirm(personId, body.code.replaceAll(/\s/g, '')),
  );
  accounts.sessions.forget(personId);
  return { recoveryCodes };
});

const renew = defineAdminRoute(adminRenewRecoveryCodes, async ({ actor, body, note }, deps: AdminDeps) => {
  const { accounts, personId } = of(actor, deps);
  await use(accounts, personId, body.code, note);
  return { recoveryCodes: await accounts.secondFactors.renewRecoveryCodes(personId) };
});

const remove = defineAdminRoute(adminRemoveSecondFactor, async ({ actor, body, note }, deps: AdminDeps) => {
  const { accounts, personId, address } = of(actor, deps);
  await mayTry(accounts, address, actor.from);
  if (!(await accounts.own.isPassword(personId, body.password)))
    throw refused('password: is not your password');
  await accounts.guesses.succeeded(address, actor.from);
  await use(accounts, personId, body.code, note);
  await accounts.secondFactors.remove(personId);
  accounts.sessions.forget(personId);
  await planNotice(deps, address, 'second_factor_removed');
  return { done: true as const };
});

const disconnect = defineAdminRoute(adminDisconnectProvider, async ({ actor }, deps: AdminDeps) => {
  const { accounts, personId } = of(actor, deps);
  if (!(await accounts.own.disconnect(personId)))
    throw new ApiError('INVALID_STATE', { message: 'The provider is not connected, or your only way in' });
  accounts.sessions.forget(personId);
  return { done: true as const };
});

const listDevices = defineAdminRoute(adminListDevices, async ({ actor }, deps: AdminDeps) => {
  const { accounts, personId, sessionId } = of(actor, deps);
  const { devices, hasMore } = await accounts.own.devices(personId);
  return {
    hasMore,
    devices: devices.map(({ loggedInAt, lastUsedAt, ...device }) => ({
      ...device,
      isThis: device.deviceId === sessionId,
      loggedInAt: loggedInAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  };
});

const logOutDevice = defineAdminRoute(adminLogOutDevice, async ({ actor, params }, deps: AdminDeps) => {
  const { accounts, personId } = of(actor, deps);
  if (!(await accounts.own.endDevice(personId, params.deviceId)))
    throw new ApiError('NOT_FOUND', { message: `There is no device ${params.deviceId}` });
  accounts.sessions.forget(personId);
  return { done: true as const };
});

const removePersons = defineAdminRoute(
  adminRemovePersonsSecondFactor,
  async ({ actor, params: { personId }, note }, deps: AdminDeps) => {
    const person = await deps.accounts.find(personId);
    // Or it would be a way to turn off one's own without password and code.
    if (person && person.userId === actor.personId)
      throw new ApiError('INVALID_STATE', { message: 'Turn off your own with your password and a code' });
    if (!person || !(await deps.accounts.removeSecondFactor(person.userId)))
      throw new ApiError('NOT_FOUND', { message: `There is no second factor of ${personId}` });
    note({ personId: person.userId });
    await planNotice(deps, person.address, 'second_factor_removed');
    return { done: true as const };
  },
  personAbout,
);

/** The account of a caller who is logged in; the declaration lets in no other. */
function of({ personId, session, name }: Actor, { ownAccounts }: AdminDeps) {
  if (!ownAccounts || !session || personId === undefined) throw new ApiError('NOT_FOUND');
  return { accounts: ownAccounts, personId, sessionId: session.id, address: name };
}

async function mayTry({ guesses }: OwnAccounts, account: string, from: string): Promise<void> {
  const retryAfterSeconds = await guesses.count(account, from);
  if (retryAfterSeconds !== undefined) throw new ApiError('RATE_LIMITED', { retryAfterSeconds });
}

/** What a right code gives; codes count with those of logins. */
async function proven<T>(
  accounts: OwnAccounts,
  personId: string,
  use: () => Promise<T | undefined>,
): Promise<T> {
  const { given, retryAfterSeconds } = await tryCode(accounts.guesses, personId, use);
  if (retryAfterSeconds !== undefined) throw new ApiError('RATE_LIMITED', { retryAfterSeconds });
  if (given === undefined) throw refused('code: is not valid');
  return given;
}

/** Uses up a code; the audit says if it was a recovery code. */
async function use(accounts: OwnAccounts, personId: string, code: string, note: AdminCall<never>['note']) {
  const by = await proven(accounts, personId, () => accounts.secondFactors.use(personId, code));
  if (by === 'recovery code') note({ recoveryCodesUsed: 1 });
}

function refused(problem: string): ApiError {
  return new ApiError('VALIDATION_ERROR', { details: [problem] });
}

export const meRoutes: readonly AdminRoute<AdminDeps>[] = [
  ...[getMe, setName, setPassword, setUp, confirm, renew, remove],
  ...[disconnect, listDevices, logOutDevice, removePersons],
];
