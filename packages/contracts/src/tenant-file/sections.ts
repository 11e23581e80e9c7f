/** The kinds of items in a tenant file, in the order of their references: a row gives a kind its operations. */

export const sections = [
  { section: 'clients', title: 'Clients', kind: 'client', id: 'clientId', name: 'name' },
  { section: 'offers', title: 'Offers', kind: 'offer', id: 'offerId', name: 'name' },
  {
    section: 'deliveryEndpoints',
    title: 'Delivery endpoints',
    kind: 'delivery endpoint',
    id: 'deliveryEndpointId',
    name: 'name',
  },
  {
    section: 'phoneNumbers',
    title: 'Phone numbers',
    kind: 'phone number',
    id: 'phoneNumberId',
    name: 'phoneNumber',
  },
  { section: 'smsAgents', title: 'SMS agents', kind: 'SMS agent', id: 'agentId', name: 'name' },
  {
    section: 'agentVariables',
    title: 'Agent variables',
    kind: 'agent variables',
    id: 'agentVariablesConfigId',
    name: 'agentVariablesConfigId',
  },
  { section: 'suppliers', title: 'Suppliers', kind: 'supplier', id: 'supplierId', name: 'name' },
  {
    section: 'suppressionLists',
    title: 'Suppression lists',
    kind: 'suppression list',
    id: 'listId',
    name: 'name',
  },
  { section: 'valueSets', title: 'Value sets', kind: 'value set', id: 'valueSetId', name: 'name' },
  { section: 'lookups', title: 'Look-ups', kind: 'look-up', id: 'lookupId', name: 'name' },
  { section: 'fieldLibrary', title: 'Fields', kind: 'field', id: 'key', name: 'label' },
  { section: 'campaigns', title: 'Campaigns', kind: 'campaign', id: 'campaignId', name: 'name' },
] as const;

/** A section of the file that is a list. */
export type Section = (typeof sections)[number]['section'];

/** The sections that are lists, in the order of their references. */
export const sectionNames = sections.map(({ section }) => section) as readonly Section[] as readonly [
  Section,
  ...Section[],
];
