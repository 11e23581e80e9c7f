/** The kinds of things in a tenant file, in the order in which they refer to each other, and how each is kept. */

export const sections = [
  { section: 'clients', kind: 'client', id: 'clientId' },
  { section: 'offers', kind: 'offer', id: 'offerId' },
  { section: 'deliveryEndpoints', kind: 'delivery endpoint', id: 'deliveryEndpointId' },
  { section: 'phoneNumbers', kind: 'phone number', id: 'phoneNumberId' },
  { section: 'smsAgents', kind: 'SMS agent', id: 'agentId' },
  { section: 'valueSets', kind: 'value set', id: 'valueSetId' },
  { section: 'fieldLibrary', kind: 'field', id: 'key' },
  { section: 'campaigns', kind: 'campaign', id: 'campaignId' },
] as const;

/** A part of the file that lists things. */
export type Section = (typeof sections)[number]['section'];

/** One thing, of any kind. */
export type Item = Readonly<Record<string, unknown>>;

/** Fields that the service keeps itself; a tenant file neither sets nor clears them. */
export const keptFields: readonly string[] = ['createdAt', 'updatedAt', 'archivedAt', 'lastLeadReceivedAt'];

/** Fields of a campaign that show what its client and its offer are called. */
export const shownNames: readonly string[] = ['clientName', 'clientAbbrev', 'offerName', 'offerAbbrev'];
