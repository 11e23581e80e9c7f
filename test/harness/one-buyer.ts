/** One client with one offer, for tests that do not care about a campaign's owner. */

/** The fields that every campaign must have. */
export const owner = { name: 'x', clientId: 'cli_v', offerId: 'off_v' };

/** The client and offer of a tenant file; their leads go to the sink at `/buyers/vine`. */
export const oneBuyer = {
  clients: [
    {
      clientId: owner.clientId,
      name: 'Vine',
      abbrev: 'VIN',
      settings: { defaultPostingUrl: '${SINK_URL}/buyers/vine' },
    },
  ],
  offers: [{ offerId: owner.offerId, name: 'Talc', abbrev: 'TA', category: 'mass_tort' }],
};
