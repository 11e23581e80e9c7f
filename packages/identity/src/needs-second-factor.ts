/** Who has to set up a second factor: where the installation or one of the person's tenants requires it. */
import { INSTALLATION, type Member, type Stores } from '@sluice/store';
import type { SecondFactors } from './second-factor.js';

/** Says it of a person with these places, who logs in with a password. */
export function needsSecondFactor(
  { tenants }: Pick<Stores, 'tenants'>,
  secondFactors: Pick<SecondFactors, 'isOn'>,
  ofOperators: boolean,
) {
  const requires = async (place: string): Promise<boolean> =>
    place === INSTALLATION
      ? ofOperators
      : (await tenants.cached(place))?.settings.people?.requireSecondFactor === true;
  return async (userId: string, places: readonly Member[]): Promise<boolean> => {
    const required = await Promise.all(places.map(({ place }) => requires(place)));
    return required.includes(true) && !(await secondFactors.isOn(userId));
  };
}
