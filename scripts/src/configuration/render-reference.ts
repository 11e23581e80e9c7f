/**
 * The configuration reference as Markdown: the services' variables from their schemas, all others from .env.example, and
 * which services there are from their table.
 */
import { workersVariables, type OtherSection } from './other-variables.js';
import { servicesCount, type Variable } from './variables.js';

/** The path of the reference, relative to the project. */
export const REFERENCE_FILE = 'docs/reference/configuration.md';

const opening = `# Configuration

<!-- Rendered from the schemas by \`npm run configuration\`; do not edit. -->

Every process reads its environment once, at startup. If variables are wrong or missing, it reports all of them in one message and exits with code 1. An empty variable counts as unset. \`npm run check\` compares this page, \`.env.example\`, \`docker-compose.yml\` and \`k8s/\` with the schemas.

Docker Compose reads them from \`.env\`, where each worker has its own concurrency (\`CONCURRENCY_DELIVERY\`, \`CONCURRENCY_WEBHOOK\` and so on). On Kubernetes the same names are keys of the ConfigMap \`sluice-config\`, and every service gets all of that ConfigMap, and secret values come from the secrets that [k8s/base](../../k8s/base/kustomization.yaml) names.
`;

const closing = `## OpenTelemetry and Node

If \`OTEL_EXPORTER_OTLP_ENDPOINT\` is set, OpenTelemetry’s own variables apply too: \`OTEL_TRACES_SAMPLER\` and \`OTEL_TRACES_SAMPLER_ARG\`, \`OTEL_EXPORTER_OTLP_HEADERS\`, \`OTEL_EXPORTER_OTLP_PROTOCOL\`, \`OTEL_RESOURCE_ATTRIBUTES\`. Node reads \`NODE_EXTRA_CA_CERTS\`, a file of additional certificate authorities, and \`NODE_OPTIONS\`: the image limits the heap with \`--max-old-space-size=512\`; a larger heap needs a larger memory limit for the container.
`;

/** The text of the reference; `example` is the text of .env.example. */
export function renderReference(example: string, variables: readonly Variable[]): string {
  const rows = variables.map(rowOf);
  const services = table(['variable', 'default', 'bounds', 'meaning', 'read by'], rows);
  const others = (section: OtherSection, further: readonly string[][] = []) =>
    table(['variable', 'default', 'meaning'], [...explainedIn(example, section), ...further]);
  const workers = workersVariables.map((name) => [`\`${name}\``, '`1`', WORKERS_MEANING]);
  return [
    opening,
    '## Services\n',
    services,
    '## `npm start`\n',
    others('npm start', workers),
    '## Docker Compose\n',
    others('Docker Compose'),
    '## The command `sluice`\n',
    others('The command sluice'),
    closing,
  ].join('\n');
}

function rowOf({ name, meaning, bounds, readings }: Variable): string[] {
  const services = readings.map(({ service }) => service);
  return [`\`${name}\``, defaultsOf(readings), bounds, meaning, readers(services)];
}

function defaultsOf(readings: Variable['readings']): string {
  if (readings.some(({ isRequired }) => isRequired)) return 'required';
  const said = new Map<string, string[]>();
  for (const { service, usual } of readings) {
    const value = usual === undefined || usual === '' ? '–' : `\`${usual}\``;
    said.set(value, [...(said.get(value) ?? []), service]);
  }
  if (said.size === 1) return [...said.keys()].join();
  return [...said].map(([value, services]) => `${value} ${services.join(', ')}`).join('; ');
}

function readers(services: readonly string[]): string {
  if (services.length === servicesCount) return 'every service';
  return services.length === servicesCount - 1 && !services.includes('dashboard')
    ? 'every service but the dashboard'
    : services.join(', ');
}

const WORKERS_MEANING = 'How many processes of this service run, 1 to 64.';

/** The variables of a section, with the comment above each, but for those that follow from the table of services. */
function explainedIn(example: string, heading: OtherSection): string[][] {
  const [, after = ''] = example.split(`# --- ${heading} -`);
  const [section = ''] = after.split('\n# --- ');
  const rows: string[][] = [];
  let comment: string[] = [];
  let meaning = '';
  for (const line of section.split('\n').slice(1)) {
    const [, name, usual = ''] = /^# ([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined) {
      if (comment.length > 0) meaning = comment.join(' ');
      comment = [];
      if (!workersVariables.includes(name))
        rows.push([`\`${name}\``, usual === '' ? '–' : `\`${usual}\``, meaning]);
    } else if (line.startsWith('# ')) comment.push(line.slice(2));
  }
  return rows;
}

function table(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = heading.map((cell, at) => Math.max(3, cell.length, ...escaped.map((row) => width(row[at]))));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - width(cell))).join(' | ')} |`;
  const rule = `| ${widths.map((each) => '-'.repeat(each)).join(' | ')} |`;
  return `${[line(heading), rule, ...escaped.map(line)].join('\n')}\n`;
}

const width = (cell = ''): number => [...cell].length;
