/** Begins the session of a person who has proven who they are: audits the login and sets the cookie. */
import { personNamed, type Begun, type LoginFrom, type Sessions } from '@sluice/identity';
import { clientAddress, errorFields, type Logger } from '@sluice/process';
import { INSTALLATION, type AuditOutcome, type MemberVia, type Stores } from '@sluice/store';
import type { Request, Response } from 'express';

/** The dependencies of beginning a session. */
export interface SessionParts {
  readonly sessions: Pick<Sessions, 'cookieOf' | 'forget'>;
  /** Whether the cookies of a request are limited to TLS. */
  readonly secure: (request: Request) => boolean;
  readonly stores: Pick<Stores, 'audit'>;
  readonly log: Logger;
}

/** From where a request logs in. */
export function loginFrom(request: Request): LoginFrom {
  return { address: clientAddress(request), userAgent: request.get('user-agent') ?? '' };
}

export const ACCEPTED = 'accepted an invitation';

/** Audits the login, by which way, with the invitations that it accepted, and sets the cookie of the session. */
export async function beginSession(
  { sessions, secure, stores, log }: SessionParts,
  { person, token, accepted = [] }: Begun,
  via: MemberVia,
  request: Request,
  response: Response,
): Promise<void> {
  // Its other sessions may have another role from now on.
  sessions.forget(person.userId);
  const what = via === 'password' ? 'login' : `login by ${via}`;
  const by = { who: personNamed(person.address), from: clientAddress(request) };
  for (const place of accepted) await noteDone(stores, { ...by, what: ACCEPTED, place }, log);
  await noteDone(stores, { ...by, what }, log);
  const cookie = sessions.cookieOf(token, secure(request));
  response.append('Set-Cookie', cookie);
  // What this request is still answered with is asked of the session that it began.
  request.headers.cookie = cookie.slice(0, cookie.indexOf(';'));
}

/** What a person did to their account, and the place that it concerns: if that is a tenant, its audit has it. */
interface Done {
  readonly who: string;
  readonly from: string;
  readonly what: string;
  readonly place?: string | undefined;
}

/** Begins the entry of something that a person does to their account; returns what concludes it, which never rejects. */
export async function beginEntry(
  { stores: { audit }, log }: Pick<SessionParts, 'stores' | 'log'>,
  { who, from, what, place: tenantId = INSTALLATION }: Done,
): Promise<(outcome: AuditOutcome) => Promise<void>> {
  const ofTenant = tenantId !== INSTALLATION && { tenantId, about: { tenantId }, byMember: true as const };
  const entry = await audit.begin({ at: new Date(), who, from, what, ...ofTenant });
  return async (outcome) => {
    log.info(what, { from, who, outcome });
    await audit
      .conclude(entry, outcome)
      .catch((error: unknown) => log.warn(`${what} not audited`, errorFields(error)));
  };
}

/** Writes something that a person did to their account to the audit; never rejects, because it is done. */
export async function noteDone(stores: Pick<Stores, 'audit'>, done: Done, log: Logger): Promise<void> {
  await beginEntry({ stores, log }, done)
    .then((end) => end('done'))
    .catch((error: unknown) => log.warn(`${done.what} not audited`, errorFields(error)));
}
