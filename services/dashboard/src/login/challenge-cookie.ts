/** The cookie between password and code: the challenge that the code answers. */

export const CHALLENGE_COOKIE = 'sluice_second_factor';

/** The `Set-Cookie` value that lets this browser, and no other, send the code. */
export function challengeCookie(challenge: string, secure: boolean): string {
  const age = challenge === '' ? 0 : 300;
  return `${CHALLENGE_COOKIE}=${challenge}; Path=/login; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}; Max-Age=${age}`;
}
