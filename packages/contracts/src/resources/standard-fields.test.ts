import { fieldLibraryEntryInputSchema } from './field-library.js';
import { standardFields } from './standard-fields.js';

describe('standard fields', () => {
  it('are valid field library entries with unique keys', () => {
    for (const field of standardFields) expect(fieldLibraryEntryInputSchema.parse(field)).toEqual(field);
    expect(new Set(standardFields.map((field) => field.key)).size).toBe(standardFields.length);
  });

  it('include the contact fields of the interface under their interface names', () => {
    const keys = standardFields.map((field) => field.key);
    for (const key of ['firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'country'])
      expect(keys).toContain(key);
    expect(standardFields.every((field) => field.isStandard && field.active)).toBe(true);
  });
});
