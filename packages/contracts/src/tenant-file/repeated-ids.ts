/** Finds identifiers that a tenant file uses twice for the same kind of object. */

const idOf = {
  clients: 'clientId',
  offers: 'offerId',
  deliveryEndpoints: 'deliveryEndpointId',
  phoneNumbers: 'phoneNumberId',
  smsAgents: 'agentId',
  valueSets: 'valueSetId',
  fieldLibrary: 'key',
  campaigns: 'campaignId',
} as const;

type Section = keyof typeof idOf;
type Sections = { readonly [S in Section]: readonly { readonly [K in (typeof idOf)[S]]: string }[] };

/** A repeated identifier, with its position. */
interface RepeatedId {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Returns each identifier that an earlier entry of the same section already uses. */
export function repeatedIds(file: Sections): RepeatedId[] {
  return (Object.keys(idOf) as Section[]).flatMap((section) => {
    const field = idOf[section];
    const seen = new Set<string>();
    return file[section].flatMap((entry: Readonly<Partial<Record<typeof field, string>>>, index) => {
      const id = entry[field] ?? '';
      if (seen.has(id)) return [{ path: [section, index, field], message: 'is used by an earlier entry' }];
      seen.add(id);
      return [];
    });
  });
}
