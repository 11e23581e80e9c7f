/** The name by which mappings and templates ask for what is known of a lead's certificate. */
import type { HttpDestination } from './destination.js';
import type { OutgoingLead } from './lead-body.js';
import { readsOf } from '../templates/template.js';

const names: readonly string[] = ['consent_status', 'consentStatus'];

/** Whether a field key is that name, which never means what was sent under it. */
export function namesConsent(key: string): boolean {
  return names.includes(key);
}

/** What a template finds under that name. */
export function consentValues({ consentStatus }: OutgoingLead): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map((name) => [name, consentStatus]));
}

/** Whether the mapping or the template of a destination has it. */
export function namesConsentIn({ format, template = '', fields = {} }: HttpDestination): boolean {
  if (Object.values(fields).some(namesConsent)) return true;
  return format === 'liquid' && names.some((name) => readsOf(template, name).length > 0);
}
