/** What the items of a tenant file name by its id. */
import { placesInCampaigns, referencesIn } from '../resources/campaign/campaign-references.js';
import { sections, type Section } from './sections.js';

type Kind = (typeof sections)[number]['kind'];

/** A place of an item that names another one. */
export interface ItemReference {
  readonly at: string;
  readonly section: Section;
  /** The kind of what is named, in words. */
  readonly kind: Kind;
  readonly id: string;
}

const places: { readonly [S in Section]?: { readonly [K in Kind]?: RegExp } } = {
  deliveryEndpoints: { field: /^fields\./ },
  smsAgents: { 'phone number': /^phoneNumberId$/ },
  suppliers: { campaign: /^campaigns\.\d+$/ },
  suppressionLists: { client: /^clientId$/ },
  campaigns: {
    ...placesInCampaigns,
    'agent variables': /^campaignAiAgents\.\w+\.agentVariablesConfigId$/,
    field: /\.conditions\.\d+\.field$/,
  },
};

const sectionOf = new Map<Kind, Section>(sections.map(({ kind, section }) => [kind, section]));

/** The sections whose items name others. */
export const referringSections = Object.keys(places) as readonly Section[];

/** Everything that an item of a section names; with `id`, only what has this id. */
export function itemReferences(section: Section, item: unknown, id?: string): readonly ItemReference[] {
  const within = places[section];
  // A value set of 100,000 values has nothing to be looked through for.
  if (!within) return [];
  const found = referencesIn(item, within as Readonly<Record<Kind, RegExp>>, id);
  return found.map((one) => ({ ...one, section: sectionOf.get(one.kind) as Section }));
}
