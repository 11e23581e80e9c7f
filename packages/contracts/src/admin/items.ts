/**
 * The items of a tenant file, one at a time: listed, read, checked, saved and archived, each with its history. The
 * operations are the same for every kind; the settings of the tenant are the item of the section `tenant`.
 */
import { z } from 'zod';
import { isObject } from '../reading/even-with-problems.js';
import { sectionNames } from '../tenant-file/sections.js';
import { instantSchema, pageEndShape, pageQueryShape, searchQueryShape } from './admin-fields.js';
import { inTenant } from './admin-scopes.js';
import { configurationChangeSchema, SECRET_MARK } from './catalog.js';
import { defineAdminEndpoint, type AuditFacts } from './define-admin-endpoint.js';
import { sentenceSchema } from './sentence.js';

/** Every section that has items: the lists of a tenant file, and the settings of the tenant. */
export const itemSections = ['tenant', ...sectionNames] as const;
export type ItemSection = (typeof itemSections)[number];

/** How an item came to be as it is: through a form, a tenant file, a program, or the people of a client. */
export const changeWays = ['form', 'file', 'interface', 'portal'] as const;
export type ChangeWay = (typeof changeWays)[number];

const sectionField = z.enum(itemSections).describe('The section of the tenant file.');
const listParams = z.object({ section: sectionField.meta({ example: 'offers' }) });
const idField = z.string().min(1).max(100).describe('The id of the item.').meta({ example: 'off_roundup' });
const itemParams = listParams.extend({ id: idField });
// The settings have operations of their own, which fewer people may use.
const writtenParams = z.object({
  section: z.enum(sectionNames).describe('The section of the tenant file.').meta({ example: 'offers' }),
});
const settingsParams = z.object({ id: z.string().min(1).max(100).describe('The tenant.') });

const itemField = z.record(z.string(), z.unknown()).meta({ id: 'AdminItem' });
// What is in it is read, and every problem in it named, as in a tenant file.
export const sentItem = z
  .custom<Readonly<Record<string, unknown>>>(isObject, 'must be an object')
  .meta({ type: 'object' })
  .describe(
    `The item as in a tenant file. A text that is \`${SECRET_MARK}\`, or contains it as it was answered, keeps the stored secret.`,
  );
const allowLiteralCredentials = z
  .boolean()
  .optional()
  .describe('Accept new credentials that are written out in headers, URLs and templates.');
const etagField = z.string().describe('Names this state of the item; it changes with every change of it.');

const answeredItem = {
  item: itemField.describe(
    `The item as in a tenant file. A stored secret or credential appears as \`${SECRET_MARK}\`.`,
  ),
  etag: etagField,
};

/** A change of an item in its history. */
const versionSchema = z
  .object({
    version: z.int().describe('The version of the configuration that the change made.'),
    at: instantSchema.describe('When.'),
    by: z.string().describe('Who.'),
    way: z.enum(changeWays).describe('How.'),
  })
  .meta({ id: 'AdminItemVersion' });

const writing = { scope: 'tenant', role: 'administer', members: ['owner', 'manager'] } as const;

const offer = { offerId: 'off_roundup', name: 'Roundup', abbrev: 'RU', category: 'mass_tort' };
const etag = '5f1d0c9a7be3421097ac11d2';
const version: z.infer<typeof versionSchema> = {
  version: 41,
  at: '2026-01-15T17:20:31.042Z',
  by: 'maria@example.com',
  way: 'form',
};

export const adminListItems = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/items/{section}',
  summary: 'List items',
  description: 'Lists the items of a section by id.',
  params: listParams,
  query: z.object({
    ...searchQueryShape,
    archived: z.enum(['true', 'false']).default('false').describe('Whether archived items are listed too.'),
    ...pageQueryShape,
  }),
  data: z.object({
    items: z
      .array(
        z
          .object({
            id: z.string().describe('Its id.'),
            name: z.string().describe('Its name; its id if it has none.'),
            archived: z.boolean().describe('Whether it is archived.'),
            etag: etagField,
          })
          .meta({ id: 'AdminItemRow' }),
      )
      .describe('The items of this page.'),
    ...pageEndShape,
  }),
  examples: {
    data: {
      items: [{ id: 'off_roundup', name: 'Roundup', archived: false, etag }],
      nextCursor: null,
      hasMore: false,
    },
  },
});

export const adminGetItem = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/items/{section}/{id}',
  summary: 'Get an item',
  description: 'Returns an item as it is written in a tenant file, and what refers to it.',
  params: itemParams,
  data: z.object({
    ...answeredItem,
    archived: z.boolean().describe('Whether it is archived; of a field, whether it is not active.'),
    usedBy: z
      .array(
        z.object({
          section: z.enum(sectionNames).describe('The section.'),
          id: z.string().describe('Which item.'),
        }),
      )
      .describe('The items that refer to it, archived ones too.'),
  }),
  examples: { data: { item: offer, etag, archived: false, usedBy: [{ section: 'campaigns', id: 'ACMRU' }] } },
});

const itemShape = { item: sentItem, allowLiteralCredentials };
const basedOn = z.string().max(100).nullable();
const checkShape = {
  ...itemShape,
  basedOn: basedOn
    .optional()
    .describe('What it will be saved with: if the save would be refused because of it, so is this.'),
};
const checked = z.object({
  changes: z
    .array(configurationChangeSchema)
    .describe('What saving it would change; empty if it would change nothing.'),
  inWords: z.array(sentenceSchema).describe('The item in plain words.'),
});
const checkedExample = {
  changes: [
    {
      section: 'offers' as const,
      kind: 'offer',
      id: 'off_roundup',
      change: 'changed' as const,
      fields: [{ path: 'name', before: 'Roundup', after: 'Weed Killer' }],
      removed: [],
      text: 'offer off_roundup: changed (name)',
    },
  ],
  inWords: [
    { text: 'Offer: “off_roundup”.', tone: 'quiet' as const },
    { text: 'Name: “Weed Killer”.', tone: 'quiet' as const },
    { text: 'Abbreviation: “RU”.', tone: 'quiet' as const },
    { text: 'Category: “mass_tort”.', tone: 'quiet' as const },
    { text: 'In use: yes.', tone: 'quiet' as const },
  ],
};
const problemsWords =
  'Every problem is a line of the VALIDATION_ERROR, with its path within the item, as applying a tenant file would say it.';

const saveShape = {
  ...itemShape,
  basedOn: basedOn.describe('The `etag` of the item that was changed; null for a new one.'),
};
const savedWords = `It is the application of a tenant file that holds this item only, made whole or not at all, and takes effect everywhere within 3 s. ${problemsWords} If the item is another one by now, INVALID_STATE says in \`details\` who changed it, when, and which fields. What is saved already changes nothing.`;
const saved = z.object(answeredItem);

const checking = { summary: 'Check an item', changes: false } as const;

export const adminCheckSettings = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'POST',
  path: '/items/tenant/check',
  summary: 'Check the settings of the tenant',
  changes: false,
  description: `Says what saving the tenant’s name and settings would change, and changes nothing. ${problemsWords}`,
  body: z.object(checkShape),
  bounds: { except: 'item' },
  data: checked,
  errors: ['INVALID_STATE', 'FORBIDDEN'],
  examples: {
    body: { item: { tenantId: 'demo', name: 'Demo Leads', settings: {} } },
    data: { changes: [], inWords: [{ text: 'Name: “Demo Leads”.', tone: 'quiet' }] },
  },
});

export const adminSaveSettings = defineAdminEndpoint({
  ...inTenant.administer,
  method: 'PUT',
  path: '/items/tenant/{id}',
  summary: 'Save the settings of the tenant',
  did: 'saved the settings',
  description: `Saves the tenant’s name and settings, which replace the stored ones whole. ${savedWords} Only an operator changes \`settings.rateLimit\`.`,
  params: settingsParams,
  body: z.object(saveShape),
  bounds: { except: 'item' },
  data: saved,
  errors: ['INVALID_STATE', 'FORBIDDEN'],
  examples: {
    body: { item: { tenantId: 'demo', name: 'Demo Leads', settings: {} }, basedOn: etag },
    data: { item: { tenantId: 'demo', name: 'Demo Leads', settings: {} }, etag },
  },
});

export const adminCheckItem = defineAdminEndpoint({
  ...writing,
  ...checking,
  method: 'POST',
  path: '/items/{section}/check',
  description: `Says what saving the item would change, and changes nothing. ${problemsWords}`,
  params: writtenParams,
  body: z.object(checkShape),
  bounds: { except: 'item' },
  data: checked,
  errors: ['INVALID_STATE'],
  examples: { body: { item: { ...offer, name: 'Weed Killer' } }, data: checkedExample },
});

export const adminSaveItem = defineAdminEndpoint({
  ...writing,
  method: 'PUT',
  path: '/items/{section}/{id}',
  summary: 'Save an item',
  did: 'saved {id} of {section}',
  description: `Saves an item, a new one too. ${savedWords}`,
  params: writtenParams.extend({ id: idField }),
  body: z.object(saveShape),
  bounds: { except: 'item' },
  data: saved,
  errors: ['INVALID_STATE'],
  examples: { body: { item: offer, basedOn: null }, data: { item: offer, etag } },
});

export const adminArchiveItem = defineAdminEndpoint({
  ...writing,
  role: 'operate',
  method: 'POST',
  path: '/items/{section}/{id}/archive',
  summary: 'Archive an item, or take it out of the archive',
  did: ({ archived }: AuditFacts) =>
    archived === 'true' ? 'archived {id} of {section}' : 'took {id} of {section} out of the archive',
  description:
    'Archives an item or takes it out of the archive, which takes effect everywhere within 3 s, and reconsiders held leads. An archived item keeps its history and stays in every list that asks for archived ones; nothing is deleted. An archived campaign takes no leads, nor do the campaigns of an archived client; an archived field is not active; an archived number sends nothing. An item of another kind is archived only while nothing in use refers to it: otherwise INVALID_STATE, whose `details` name each as `section/id`. One that refers to something archived, as nothing in use may, is not taken out.',
  params: writtenParams.extend({ id: idField }),
  body: z.object({ archived: z.boolean().describe('Whether it is archived.') }),
  data: z.object({
    archived: z.boolean().describe('Whether it is archived now.'),
    etag: etagField,
    heldLeadsDue: z.int().describe('How many held leads are reconsidered.'),
  }),
  errors: ['INVALID_STATE'],
  examples: { body: { archived: true }, data: { archived: true, etag, heldLeadsDue: 12 } },
});

export const adminListItemVersions = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/items/{section}/{id}/history',
  summary: 'List the changes of an item',
  description:
    'Lists the last changes of an item, the newest first: at most 50, and at most 10 MB of what it was before.',
  params: itemParams,
  data: z.object({ versions: z.array(versionSchema).describe('The changes.') }),
  examples: { data: { versions: [version] } },
});

export const adminGetItemVersion = defineAdminEndpoint({
  ...inTenant.view,
  method: 'GET',
  path: '/items/{section}/{id}/history/{version}',
  summary: 'Get an item as it was',
  description:
    'Returns an item as it was before a change, to look at, or to save again. Its secrets appear as marks, which keep what is stored when it is saved.',
  params: itemParams.extend({
    version: z.coerce
      .number()
      .int()
      .min(1)
      .describe('The version that the change made.')
      .meta({ example: 41 }),
  }),
  data: versionSchema.extend({
    item: itemField.nullable().describe('The item before the change; null if the change added it.'),
  }),
  examples: { data: { ...version, item: offer } },
});
