/** The tenant file: each section with its fields and an example, from the schema that reads it. */
import { sections, TENANT_SCHEMA_PATH, tenantFileSchema, tenantInputSchema } from '@sluice/contracts';
import { fieldTables, resolved, schemaOf, type SchemaNode, type Told } from './field-table.js';
import { code, opened } from './markdown.js';
import { sectionExamples, tenantExample } from './tenant-file-examples.js';

/** The page. */
export function renderTenantFile(): string {
  const root = schemaOf(tenantFileSchema);
  const told: Told = new Map();
  const tenant = schemaOf(tenantInputSchema);
  return [
    opened(
      'Tenant file',
      'A tenant file is YAML that defines everything of one tenant. `sluice apply FILE` makes it so, and shows with `--dry-run` what would change. An unknown key is refused. What a file does not name stays as it is; a field that an item no longer has is removed.',
      `**Completion in an editor**: the JSON Schema is served at \`${TENANT_SCHEMA_PATH}\`, and \`sluice schema tenant\` prints it. The first line of a file names it: \`# yaml-language-server: $schema=http://127.0.0.1:3000${TENANT_SCHEMA_PATH}\`.`,
      '`${NAME}` in a file is read from the environment, `${NAME:-default}` with a default. A star marks a required field. [Fields](fields.md) says what each field does.',
    ),
    '## The tenant\n',
    yaml(tenantExample),
    fieldTables(tenant, tenant, { heading: '###', told }),
    ...sections.flatMap(({ section, title }) => [
      `## ${title}\n`,
      `A list of up to ${mostOf(root, section)} under ${code(section)}.\n`,
      yaml(sectionExamples[section]),
      fieldTables(itemOf(root, section), root, { heading: '###', path: section, told }),
    ]),
  ].join('\n');
}

function itemOf(root: SchemaNode, section: string): SchemaNode {
  return resolved(root.properties?.[section]?.items ?? {}, root);
}

function mostOf(root: SchemaNode, section: string): string {
  return (root.properties?.[section]?.maxItems ?? 0).toLocaleString('en');
}

const yaml = (text: string) => `\`\`\`yaml\n${text}\`\`\`\n`;
