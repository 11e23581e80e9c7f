import { INSTALLATION, type Member, type MemberVia } from '@sluice/store';

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
