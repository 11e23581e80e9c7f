/** The kinds of items: what they are called, and in which parts a form shows the fields of those made by hand. */
import { sections, type Section } from '@sluice/contracts/words';
import { may } from '../api/session.js';
import { layouts, type Layout } from './layouts.js';

/** A section of the tenant file, or `tenant`, its settings. */
export type ItemSection = Section | 'tenant';

export interface Kind {
  readonly section: ItemSection;
  /** One of them, e.g. "offer". */
  readonly one: string;
  /** All of them, as a title. */
  readonly many: string;
  /** The field that names one. */
  readonly id: string;
  /** Without it, a form shows the fields in the order of the schema. */
  readonly layout?: Layout | undefined;
}

const kinds: readonly Kind[] = [
  { section: 'tenant', one: 'settings', many: 'Tenant', id: 'tenantId' },
  ...sections.map(({ section, title, kind, id }) => ({
    section,
    one: kind,
    many: title,
    id,
    layout: layouts[section],
  })),
];

/** The kind of a section of an address; undefined if there is none. */
export function kindOf(section: string | undefined): Kind | undefined {
  return kinds.find((kind) => kind.section === section);
}

/** Who may save a kind. Fewer people may the settings of a tenant. */
export function mayWrite({ section }: Kind, tenantId: string): boolean {
  return may(section === 'tenant' ? 'adminSaveSettings' : 'adminSaveItem', tenantId);
}
