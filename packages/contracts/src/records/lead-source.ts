/** Where a lead came from: its supplier, and the sub ids by which a supplier tells its sites and clicks apart. */

/** The names of the sub ids. The first names a site; the others may point to a person, and go with it. */
export const subIdNames = ['subId1', 'subId2', 'subId3', 'subId4', 'subId5'] as const;
export type SubIdName = (typeof subIdNames)[number];

/** A longer one is cut at so many characters. */
export const maxSubIdLength = 255;

/** Those that go with the person. */
export const personalSubIds: readonly SubIdName[] = subIdNames.slice(1);

/** Those that were sent. */
export type SubIds = Readonly<Partial<Record<SubIdName, string>>>;

/** What stays of them without the person. */
export function subIdsOfSite({ subId1 }: SubIds = {}): SubIds | undefined {
  return subId1 === undefined ? undefined : { subId1 };
}

/** The source of a lead, fixed by its first submission, whoever submits it again. */
export interface LeadSource {
  /** The supplier whose key submitted it. */
  readonly supplierId?: string;
  /** The campaign that this supplier sent it to, wherever it was moved later. */
  readonly sentTo?: string;
  readonly subIds?: SubIds;
}

/** Whether there are sub ids that go with the person. */
export function hasPersonalSubIds({ subIds }: Pick<LeadSource, 'subIds'>): boolean {
  return personalSubIds.some((name) => subIds?.[name] !== undefined);
}

/** The source of a lead, out of what says more of it. */
export function leadSourceOf({ supplierId, sentTo, subIds }: LeadSource): LeadSource {
  return { supplierId, sentTo, subIds };
}
