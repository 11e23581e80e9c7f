/** One client with one offer, for tests to which it does not matter whose a campaign is. */

/** What every campaign has to say of itself. */
export const owner = { name: 'x', clientId: 'cli_v', offerId: 'off_v' };

/** The people of a tenant file; their leads go to the sink, at `/buyers/vine`. */
export const oneBuyer = {
  clients: [
    {
      ...{ clientId: owner.clientId, name: 'Vine', abbrev: 'VIN' },
      settings: { defaultPostingUrl: '${SINK_URL}/buyers/vine' },
    },
  ],
  offers: [{ offerId: owner.offerId, name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
};
