/** The parts of a lead's address, each read and compared as a field of its own. */
import type { z } from 'zod';
import { textSchema } from '../formats/bounds.js';
import type { ValueColumns } from './columns.js';

interface AddressPartColumns extends ValueColumns {
  readonly schema: z.ZodType;
}

/** The rows of the parts, in their order within an address. */
export const addressParts = {
  street: {
    schema: textSchema.optional().describe('Street and number.'),
    keys: ['street'],
    search: false,
    receivers: [],
    library: ['contact', 'Street', 'string'],
    columns: {
      people: 'street address address1 addressline1 streetaddress strasse addressstreet',
      vendors: 'street_address street address',
    },
    personal: 'street',
  },
  city: {
    schema: textSchema.optional().describe('City.'),
    keys: ['city'],
    search: false,
    receivers: ['facebook', 'tiktok'],
    library: ['contact', 'City', 'string'],
    columns: { people: 'city town ort ciudad ville addresscity', vendors: 'city' },
    personal: 'place',
  },
  state: {
    schema: textSchema.optional().describe('State or province.'),
    keys: ['state'],
    search: false,
    receivers: ['facebook', 'tiktok'],
    library: ['contact', 'State', 'string'],
    columns: {
      people: 'state province region stateprovince addressstate',
      vendors: 'state province region',
    },
    personal: 'nothing',
  },
  zip: {
    schema: textSchema.optional().describe('Postal code.'),
    keys: ['zip', 'zipCode'],
    search: false,
    receivers: ['facebook', 'tiktok'],
    library: ['contact', 'ZIP code', 'string'],
    columns: {
      people: 'zip zipcode postal postalcode postcode plz addresszip',
      vendors: 'zip_code post_code postal_code zip postcode',
      vendorPrefix: 'z:',
    },
    personal: 'place',
  },
} as const satisfies Readonly<Record<string, AddressPartColumns>>;

export type AddressPart = keyof typeof addressParts;
