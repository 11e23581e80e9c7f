/** The templates of the fake DocuSeal account. Their ids decide what happens to a submission. */

/** A template: its roles in signing order, and the fields of each role. */
export interface DocusealTemplate {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
  /** Names of fields by role; a signature always belongs to the first. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  readonly isArchived?: boolean;
}

/** Ids of templates that a test may use. */
export const docusealTemplateIds = {
  /** One role, `First Party`. */
  oneRole: 1,
  /** The roles `Client` and `Attorney`. */
  twoRoles: 2,
  /** Refused: nothing to fill in. */
  withoutFields: 3,
  /** Refused: archived. */
  archived: 4,
  /** One role, `First Party`: a second document for orders of several. */
  second: 5,
} as const;

const usual = ['Full Name', 'Email', 'Phone', 'State', 'Case Type', 'Case Number', 'Date', 'Signature'];

const templates: readonly DocusealTemplate[] = [
  { id: 1, name: 'Retainer agreement', roles: ['First Party'], fields: { 'First Party': usual } },
  {
    id: 2,
    name: 'Retainer for two',
    roles: ['Client', 'Attorney'],
    fields: { Client: usual, Attorney: ['Attorney Name', 'Attorney Signature'] },
  },
  { id: 3, name: 'Blank page', roles: ['First Party'], fields: {} },
  { id: 4, name: 'Old retainer', roles: ['First Party'], fields: { 'First Party': usual }, isArchived: true },
  { id: 5, name: 'Medical release', roles: ['First Party'], fields: { 'First Party': usual } },
];

/** Finds a template; undefined if the account has none of this id. */
export function docusealTemplate(id: number): DocusealTemplate | undefined {
  return templates.find((template) => template.id === id);
}

/** Whether a role has a field of this name. DocuSeal also knows it in lower case and with underscores. */
export function hasField(template: DocusealTemplate, role: string, name: string): boolean {
  const underscored = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return (template.fields[role] ?? []).some((field) =>
    [field, field.toLowerCase(), underscored(field)].includes(name),
  );
}

/** The template as `GET /templates/{id}` shows it. */
export function shownTemplate({ id, name, roles, fields, isArchived }: DocusealTemplate): object {
  const uuidOf = (role: string) =>
    `00000000-0000-4000-8000-${String(id * 100 + roles.indexOf(role)).padStart(12, '0')}`;
  const at = '2026-01-05T12:00:00.000Z';
  return {
    id,
    slug: `tpl${id}`,
    name,
    external_id: null,
    archived_at: isArchived === true ? at : null,
    source: 'api',
    folder_name: 'Default',
    submitters: roles.map((role) => ({ name: role, uuid: uuidOf(role) })),
    fields: roles.flatMap((role) =>
      (fields[role] ?? []).map((field) => ({
        name: field,
        type: field.includes('Signature') ? 'signature' : 'text',
        required: true,
        submitter_uuid: uuidOf(role),
      })),
    ),
    documents: [],
    created_at: at,
    updated_at: at,
  };
}
