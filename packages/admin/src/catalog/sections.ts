/** What holds for the items of a tenant file as they are stored. */
/** One item, of any kind. */
export type Item = Readonly<Record<string, unknown>>;

/**
 * Fields that the service maintains; a tenant file neither sets nor clears them, except that `archived` of an
 * item sets and clears `archivedAt`; that of a field is its `active`.
 */
export const keptFields: readonly string[] = ['createdAt', 'updatedAt', 'archivedAt', 'lastLeadReceivedAt'];

/** Fields of a campaign that show the names of its client and offer; earlier releases stored them. */
export const shownNames: readonly string[] = ['clientName', 'clientAbbrev', 'offerName', 'offerAbbrev'];
