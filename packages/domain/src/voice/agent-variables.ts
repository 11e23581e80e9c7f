/** The variables that a voice agent is given about a lead. */
import type { AgentVariables } from '@sluice/contracts';
import { templateValues } from '../delivery/build-request.js';
import type { OutgoingLead } from '../delivery/lead-body.js';
import { renderTemplate } from '../templates/template.js';

/** The values by name, or the name of the variable whose template is broken. */
export type RenderedVariables =
  | { readonly kind: 'rendered'; readonly values: Readonly<Record<string, string>> }
  | { readonly kind: 'broken'; readonly name: string };

/** Renders the variables; templates name values of the lead as those of endpoints do. */
export function renderVariables(
  { variables }: Pick<AgentVariables, 'variables'>,
  lead: OutgoingLead,
): RenderedVariables {
  const known = templateValues(lead, undefined);
  const values: Record<string, string> = {};
  for (const [name, template] of Object.entries(variables)) {
    const rendered = renderTemplate(template, known);
    if (rendered.kind === 'broken') return { kind: 'broken', name };
    values[name] = rendered.text;
  }
  return { kind: 'rendered', values };
}
