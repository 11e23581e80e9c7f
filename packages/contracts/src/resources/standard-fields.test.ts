import { fieldLibraryEntryInputSchema } from './field-library.js';
import { standardFields } from './standard-fields.js';

describe('standard fields', () => {
  it('are entries that an operator could have written, each key once', () => {
    for (const field of standardFields) expect(fieldLibraryEntryInputSchema.parse(field)).toEqual(field);
    expect(new Set(standardFields.map((field) => field.key)).size).toBe(standardFields.length);
  });

  it('hold the contact fields of the interface under its own names', () => {
    const keys = standardFields.map((field) => field.key);
    for (const key of ['firstName', 'lastName', 'email', 'phone', 'dateOfBirth', 'country'])
      expect(keys).toContain(key);
    expect(standardFields.every((field) => field.isStandard && field.active)).toBe(true);
  });
});
