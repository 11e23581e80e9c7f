/** The kinds of items in a tenant file, in the order of their references, and how each is stored. */

export const sections = [
  { section: 'clients', kind: 'client', id: 'clientId' },
  { section: 'offers', kind: 'offer', id: 'offerId' },
  { section: 'deliveryEndpoints', kind: 'delivery endpoint', id: 'deliveryEndpointId' },
  { section: 'phoneNumbers', kind: 'phone number', id: 'phoneNumberId' },
  { section: 'smsAgents', kind: 'SMS agent', id: 'agentId' },
  { section: 'agentVariables', kind: 'agent variables', id: 'agentVariablesConfigId' },
  { section: 'suppliers', kind: 'supplier', id: 'supplierId' },
  { section: 'valueSets', kind: 'value set', id: 'valueSetId' },
  { section: 'fieldLibrary', kind: 'field', id: 'key' },
  { section: 'campaigns', kind: 'campaign', id: 'campaignId' },
] as const;

/** A section of the file that is a list. */
export type Section = (typeof sections)[number]['section'];

/** One item, of any kind. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * Fields that the service maintains; a tenant file neither sets nor clears them, except that `archived` of a client, a
 * supplier or a campaign sets and clears `archivedAt`.
 */
export const keptFields: readonly string[] = ['createdAt', 'updatedAt', 'archivedAt', 'lastLeadReceivedAt'];

/** The sections whose items a tenant file archives. */
export const archivable: readonly Section[] = ['clients', 'suppliers', 'campaigns'];

/** Fields of a campaign that show the names of its client and offer. */
export const shownNames: readonly string[] = ['clientName', 'clientAbbrev', 'offerName', 'offerAbbrev'];
