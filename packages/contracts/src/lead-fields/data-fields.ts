/**
 * The fields of a lead's data, each declared once: the schemas of the ways in, how it is normalised and stored, what
 * conditions, searches, traces and language models make of it, and who receives it. Whatever treats fields alike reads
 * these rows; what names single fields, such as the notice that says who came, does not.
 */
import { z } from 'zod';
import { looseMapSchema, noteSchema, requiredTextSchema, textSchema } from '../formats/bounds.js';
import { dateOfBirthSchema } from '../formats/date-of-birth.js';
import { phoneSchema } from '../resources/lead-phone.js';
import { countrySchema, emailSchema, timeZoneSchema } from '../formats/primitives.js';
import { addressParts } from './address-parts.js';
import type { LeadField } from './columns.js';
import {
  attributionSchema,
  complianceSchema,
  leadAddressSchema,
  leadFilesSchema,
  noteListSchema,
  orEmpty,
  questionnaireSchema,
} from './schemas.js';

/** Of a field that a lead needs when it is created. */
function needed<Schema extends z.ZodType>(schema: Schema) {
  const optional = schema.optional();
  return { submit: optional, create: schema, repost: optional, update: optional };
}

const country = countrySchema.optional().describe('ISO 3166 country code.');
const newCountry = countrySchema
  .optional()
  .describe('ISO 3166 country code; also the region of the phone.')
  .meta({ example: 'US' });
const timezone = timeZoneSchema.optional().describe('IANA time zone name.');
const newTimezone = timezone.meta({ example: 'America/Los_Angeles' });
const dateOfBirth = dateOfBirthSchema.optional();
const address = leadAddressSchema.optional().describe('Where the lead lives.');
const answers = questionnaireSchema
  .default({})
  .describe('Answers by field key, or a list of questions and answers.');
const laterAnswers = questionnaireSchema.optional().describe('Answers; merged by key.');
const laterValues = looseMapSchema.optional().describe('Values of your own; merged by key.');
const flags = looseMapSchema.optional().describe('Flags, by key.');
const attribution = orEmpty(attributionSchema).describe('Where the lead came from.');
const compliance = orEmpty(complianceSchema).describe('What was consented to and verified.');
const files = leadFilesSchema.optional().describe('Files that came with the lead.');
const oneNote = noteSchema.optional().describe('For people.');

/** The rows. Bodies whose order differs have it in `orders.ts`. */
export const dataFields = {
  firstName: {
    kind: 'name',
    in: needed(requiredTextSchema.describe('First name.').meta({ example: 'Ada' })),
    keys: ['firstName'],
    search: 'name',
    receivers: ['buyers', 'webhooks', 'facebook', 'tiktok'],
    library: ['contact', 'First name', 'string'],
    columns: {
      people: 'firstname first fname givenname forename vorname prenom nombre',
      vendors: 'first_name vorname prénom nombre nome',
    },
    personal: 'name',
  },
  lastName: {
    kind: 'name',
    in: needed(requiredTextSchema.describe('Last name.').meta({ example: 'Ortiz' })),
    keys: ['lastName'],
    search: 'name',
    receivers: ['buyers', 'webhooks', 'facebook', 'tiktok'],
    library: ['contact', 'Last name', 'string'],
    columns: {
      people: 'lastname last lname surname familyname secondname nachname nom apellido apellidos',
      vendors: 'last_name nachname nom_de_famille apellidos apellido cognome sobrenome',
    },
    personal: 'name',
  },
  email: {
    kind: 'email',
    in: needed(emailSchema.describe('Mail address.').meta({ example: 'ada.ortiz@example.com' })),
    keys: ['email'],
    search: 'email',
    receivers: ['buyers', 'webhooks', 'facebook', 'tiktok'],
    library: ['contact', 'Email', 'email'],
    columns: {
      people: 'email mail emailaddress mailaddress useremail workemail correo courriel',
      vendors:
        'email user_email email_address e-mail-adresse correo_electrónico adresse_e-mail work_email work_email_address',
    },
    personal: 'email',
  },
  phone: {
    kind: 'phone',
    in: needed(
      phoneSchema.describe('Telephone number: digits, spaces, hyphens, parentheses, periods and plus.'),
    ),
    keys: ['phone'],
    search: 'phone',
    receivers: ['buyers', 'webhooks', 'facebook', 'tiktok'],
    library: ['contact', 'Phone', 'phone'],
    columns: {
      people:
        'phone phonenumber phoneno telephone telephonenumber telefon telefono tel mobile mobilephone mobilenumber ' +
        'cell cellphone userphone workphone handy contactnumber',
      vendors:
        'phone_number user_phone phone telefonnummer número_de_teléfono teléfono telefone numéro_de_téléphone ' +
        'numero_di_telefono número_de_telefone telefoonnummer work_phone_number work_phone',
      vendorPrefix: 'p:',
    },
    personal: 'phone',
  },
  /** Whether the phone is a number that exists; the normalisation of `phone` says it. */
  phoneValid: {
    kind: 'truth',
    in: {},
    keys: ['phoneValid'],
    search: false,
    receivers: [],
    library: false,
    columns: false,
    personal: 'nothing',
  },
  /** `YYYY-MM-DD`. */
  dateOfBirth: {
    kind: 'text',
    in: { submit: dateOfBirth, create: dateOfBirth, repost: dateOfBirth, update: dateOfBirth },
    keys: ['dateOfBirth'],
    search: false,
    receivers: ['buyers', 'facebook'],
    library: ['contact', 'Date of birth', 'date'],
    columns: {
      people: 'dateofbirth dob birthdate birthday birthdaydate geburtsdatum',
      vendors: 'date_of_birth',
    },
    personal: 'birth',
  },
  address: {
    kind: 'parts',
    parts: addressParts,
    in: {
      submit: address,
      create: address,
      repost: address,
      update: leadAddressSchema.strict().optional().describe('Where the lead lives.'),
    },
    receivers: ['buyers'],
  },
  /** ISO 3166 alpha-2, upper case. */
  country: {
    kind: 'text',
    in: { submit: newCountry, create: newCountry, repost: country, update: country },
    keys: ['country'],
    search: false,
    receivers: ['buyers', 'facebook', 'tiktok'],
    library: ['contact', 'Country', 'string'],
    columns: { people: 'country countrycode land pais pays', vendors: 'country' },
    personal: 'nothing',
  },
  timezone: {
    kind: 'text',
    in: { submit: newTimezone, create: newTimezone, repost: timezone, update: timezone },
    keys: ['timezone'],
    search: false,
    receivers: ['buyers'],
    library: ['contact', 'Time zone', 'string'],
    columns: { people: 'timezone tz' },
    personal: 'nothing',
  },
  timezoneSource: {
    kind: 'text',
    in: { create: textSchema.optional().describe('Where the time zone was taken from.') },
    keys: ['timezoneSource'],
    search: false,
    receivers: [],
    library: false,
    columns: false,
    personal: 'nothing',
  },
  /** Answers by field key. */
  questionnaire: {
    kind: 'answers',
    in: { submit: answers, create: answers, repost: laterAnswers, update: laterAnswers },
    sections: ['questionnaire'],
    mergedByKey: true,
    updatedByEntry: true,
    receivers: ['buyers'],
  },
  /** Items of a questionnaire in array form that match no field key, as sent. */
  unmatchedAnswers: {
    kind: 'list',
    in: {},
    receivers: ['buyers'],
  },
  customFields: {
    kind: 'map',
    in: {
      submit: looseMapSchema.optional().describe('Values of your own, by key.'),
      repost: laterValues,
      update: laterValues,
    },
    sections: ['customFields'],
    mergedByKey: true,
    updatedByEntry: true,
    receivers: ['buyers'],
  },
  attribution: {
    kind: 'map',
    in: {
      submit: attribution,
      create: attribution,
      repost: attribution,
      update: attributionSchema.optional().describe('Where the lead came from.'),
    },
    sections: ['attribution', 'attribution.params'],
    mergedByKey: false,
    updatedByEntry: false,
    receivers: ['buyers'],
  },
  compliance: {
    kind: 'map',
    in: {
      submit: compliance,
      create: compliance,
      repost: compliance,
      update: complianceSchema.optional().describe('What was consented to and verified.'),
    },
    sections: ['compliance'],
    mergedByKey: false,
    updatedByEntry: false,
    receivers: ['buyers'],
  },
  flags: {
    kind: 'map',
    in: { create: flags, update: flags },
    sections: ['flags'],
    mergedByKey: false,
    updatedByEntry: true,
    receivers: [],
  },
  files: {
    kind: 'list',
    in: { submit: files, create: files, repost: files },
    receivers: ['buyers'],
  },
  notes: {
    kind: 'notes',
    in: {
      submit: oneNote,
      create: noteListSchema.optional().describe('For people.'),
      repost: oneNote,
      update: z
        .union([noteSchema, noteListSchema], 'must be text or an array')
        .optional()
        .describe('For people.'),
    },
    keys: ['notes'],
    search: false,
    receivers: [],
    library: ['system', 'Notes', 'string'],
    columns: { people: 'notes note comment comments remark remarks message' },
    personal: 'words',
  },
} as const satisfies Readonly<Record<string, LeadField>>;
