/** The fields that every tenant's library starts with: the lead's own, and those of attribution. */
import type { FieldCategory, FieldLibraryEntryInput } from './field-library.js';

function standard(
  category: FieldCategory,
  fields: Readonly<Record<string, readonly [label: string, dataType?: FieldLibraryEntryInput['dataType']]>>,
): FieldLibraryEntryInput[] {
  return Object.entries(fields).map(([key, [label, dataType = 'string']]) => ({
    key,
    label,
    category,
    dataType,
    isStandard: true,
    active: true,
  }));
}

/** The standard entries of the field library, in the order in which they are listed. */
export const standardFields: readonly FieldLibraryEntryInput[] = [
  ...standard('contact', {
    firstName: ['First name'],
    lastName: ['Last name'],
    email: ['Email', 'email'],
    phone: ['Phone', 'phone'],
    dateOfBirth: ['Date of birth', 'date'],
    street: ['Street'],
    city: ['City'],
    state: ['State'],
    zip: ['ZIP code'],
    country: ['Country'],
    timezone: ['Time zone'],
  }),
  ...standard('system', {
    leadId: ['Lead ID'],
    campaignId: ['Campaign ID'],
    isTest: ['Test lead', 'boolean'],
    notes: ['Notes'],
  }),
  ...standard('attribution', {
    captureUrl: ['Capture URL', 'url'],
    ipAddress: ['IP address'],
    userAgent: ['User agent'],
    fbclid: ['Facebook click ID'],
    fbp: ['Facebook browser ID'],
    fbc: ['Facebook click cookie'],
    ttclid: ['TikTok click ID'],
    ttp: ['TikTok browser ID'],
    gclid: ['Google click ID'],
    utm_source: ['UTM source'],
    utm_medium: ['UTM medium'],
    utm_campaign: ['UTM campaign'],
    utm_term: ['UTM term'],
    utm_content: ['UTM content'],
  }),
];
