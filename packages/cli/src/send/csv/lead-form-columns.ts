/**
 * The columns of the files in which Meta and Google export the leads of their forms. Such a file is sent as it is; in any
 * other file, a column that is no field of a lead is a mistake to be corrected.
 */
import { dataValues, neededByNewLead } from '@sluice/contracts';
import { plainName } from '@sluice/domain';

/** What becomes of a column. */
export type ColumnUse =
  | {
      readonly kind: 'field';
      readonly field: string;
      /** What Meta writes before the value, so that a spreadsheet takes it for text, e.g. `p:`. */
      readonly prefix?: string;
    }
  /** The first word is the first name, the others are the last name. */
  | { readonly kind: 'fullName' }
  /** The vendor's own notes, which change from export to export and would make one row two. */
  | { readonly kind: 'ignored' };

const field = (name: string, prefix?: string): ColumnUse => ({
  kind: 'field',
  field: name,
  prefix,
});

type Columns = readonly (readonly [use: ColumnUse, names: string])[];

/** Who the person is, by the names of the vendors in some languages; of several with one field, the first one counts. */
const person: Columns = [
  ...dataValues.flatMap(({ path, says: { columns } }) =>
    columns !== false && columns.vendors !== undefined
      ? [[field(path, columns.vendorPrefix), columns.vendors] as const]
      : [],
  ),
  [
    { kind: 'fullName' },
    'full_name nombre_completo nome_completo nom_complet vollständiger_name volledige_naam',
  ],
];

/** Where the lead came from. */
const origin: Columns = [
  [field('attribution.params.gclid'), 'gclid gcl_id google_click_id'],
  [field('attribution.params.created_time'), 'created_time submission_time lead_submit_time submit_time'],
  [field('attribution.params.lead_id', 'l:'), 'id lead_id'],
  [field('attribution.params.ad_id', 'ag:'), 'ad_id'],
  [field('attribution.params.ad_name'), 'ad_name'],
  [field('attribution.params.adset_id', 'as:'), 'adset_id'],
  [field('attribution.params.adset_name'), 'adset_name'],
  [field('attribution.params.adgroup_id'), 'adgroup_id'],
  [field('attribution.params.adgroup_name'), 'adgroup_name adgroup'],
  [field('attribution.params.asset_group_id'), 'asset_group_id'],
  [field('attribution.params.creative_id'), 'creative_id'],
  [field('attribution.params.campaign_id', 'c:'), 'campaign_id'],
  [field('attribution.params.campaign_name'), 'campaign_name campaign'],
  [field('attribution.params.form_id', 'f:'), 'form_id lead_form_id'],
  [field('attribution.params.form_name'), 'form_name lead_form_name lead_form'],
  [field('attribution.params.is_organic'), 'is_organic'],
  [field('attribution.params.platform'), 'platform'],
  [{ kind: 'ignored' }, 'lead_status inbox_url lead_stage'],
];

/** Names that other files have as well, and that are no sign of an export. */
const common = new Set(['id', 'platform', 'campaign', 'leadid', 'leadstatus', 'leadstage']);

const named = (table: Columns): ReadonlyMap<string, ColumnUse> =>
  new Map(table.flatMap(([use, names]) => names.split(' ').map((name) => [plainName(name), use] as const)));
const personUses = named(person);
const originUses = named(origin);
const isNeeded = (name: string) => neededByNewLead.some((each) => each === name);
const identifying = named(person.filter(([use]) => targetsOf(use).some(isNeeded)));

/** Whether a column may be one of an export. */
export function isExportColumn(column: string): boolean {
  const name = plainName(column);
  return personUses.has(name) || originUses.has(name);
}

/**
 * Whether a heading is one of an export: it says where a lead came from in a vendor's words, and who it is in words that
 * are not those of the interface.
 */
export function isLeadFormExport(columns: readonly string[], isField: (column: string) => boolean): boolean {
  const foreign = columns.filter((column) => !isField(column)).map(plainName);
  const origins = foreign.filter((name) => originUses.has(name) && !common.has(name)).length;
  const people = foreign.filter((name) => identifying.has(name)).length;
  const isGoogles = foreign.some((name) => name === 'useremail' || name === 'userphone');
  return origins >= 3 || (origins >= 1 && people >= 1) || (isGoogles && people >= 2);
}

/**
 * What becomes of each column of an export. A column that already is a field of a lead stays one; what the vendor does
 * not define is a question of the form, and its answers go to the questionnaire.
 */
export function exportUses(
  columns: readonly string[],
  isField: (column: string) => boolean,
): readonly ColumnUse[] {
  const uses = new Map<number, ColumnUse>();
  const taken = new Set<string>();
  const use = (index: number, chosen: ColumnUse | undefined): void => {
    const targets = chosen ? targetsOf(chosen) : [];
    if (!chosen || uses.has(index) || targets.some((target) => taken.has(target))) return;
    uses.set(index, chosen);
    for (const target of targets) taken.add(target);
  };
  for (const [index, column] of columns.entries()) {
    if (isField(column)) use(index, own(column));
  }
  const names = columns.map(plainName);
  // In the order of the table: an address for work counts only if there is no other.
  for (const [name, chosen] of personUses) {
    for (const [index, column] of names.entries()) if (column === name) use(index, chosen);
  }
  for (const [index, name] of names.entries()) use(index, originUses.get(name));
  return columns.map((column, index) => uses.get(index) ?? question(column, index, taken));
}

// Vendors write before a value whatever they call its column, and may call it as the interface does.
function own(column: string): ColumnUse {
  const vendors = personUses.get(plainName(column));
  return vendors?.kind === 'field' && vendors.field === column ? vendors : field(column);
}

function targetsOf(use: ColumnUse): readonly string[] {
  if (use.kind === 'field') return [use.field];
  return use.kind === 'fullName' ? ['firstName', 'lastName'] : [];
}

/** The answers to a question, under a key that no other column has: the letters and digits of the question. */
function question(column: string, index: number, taken: Set<string>): ColumnUse {
  const words = column
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  const key = `questionnaire.${words || `question_${index + 1}`}`;
  let free = key;
  for (let n = 2; taken.has(free); n += 1) free = `${key}_${n}`;
  taken.add(free);
  return field(free);
}
