/** The parts of a tenant file whose leads the sink's language model judges: client `cli_m`, offer `off_m`. */
export function modelTenant(eligibilityCriteria: readonly string[]) {
  const settings = { defaultPostingUrl: '${SINK_URL}/buyers/m', postingMethod: 'http' };
  return {
    providers: { llm: { baseUrl: '${SINK_URL}/llm/v1', apiKey: '${META_TOKEN}', model: 'm-1' } },
    clients: [{ clientId: 'cli_m', name: 'M', abbrev: 'M', settings }],
    offers: [
      { offerId: 'off_m', name: 'Talc', abbrev: 'TA', category: 'mass_tort', eligibilityCriteria },
      { offerId: 'off_none', name: 'None', abbrev: 'NO', category: 'other' },
    ],
  };
}
