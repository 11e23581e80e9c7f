import { INSTALLATION, type Member, type MemberVia, type Stores } from '@sluice/store';

/**
 * The places that count in a session begun by `via`: none where the person is disabled, and a role that groups gave only
 * in sessions in which the provider or proxy has said so.
 */
export function placesIn(places: readonly Member[], via: MemberVia): readonly Member[] {
  return places.filter(
    (member) =>
      !member.disabledAt &&
      (member.place !== INSTALLATION || member.via === 'password' || member.via === via),
  );
}

/**
 * Whether somebody with these places, of which none counts, is invited to another one. Only who is logged in accepts an
 * invitation with an account that there is, so this lets the person log in, to do nothing else.
 */
export async function isAwaited(
  { invitations, clock }: Pick<Stores, 'invitations' | 'clock'>,
  address: string,
  places: readonly Member[],
): Promise<boolean> {
  if (places.length === 0) return false;
  const open = await invitations.openTo(address, clock.now());
  return open.some((invitation) => !places.some(({ place }) => place === invitation.place));
}
