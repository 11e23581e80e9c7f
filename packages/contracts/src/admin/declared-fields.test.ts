import { z } from 'zod';
import { declaredFields } from './declared-fields.js';
import { adminCreateAdminKey } from './keys.js';

describe('the fields of a declared schema', () => {
  it('are named with what a command has to know of them', () => {
    const schema = z.object({
      role: z.enum(['view', 'operate']).describe('The role.'),
      ids: z.array(z.string()).optional().describe('Of these.'),
      dryRun: z.boolean().default(false).describe('Only says.'),
      times: z.int().default(1).describe('How often.'),
      kinds: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(['a', 'b'])))
        .optional()
        .describe('Of these kinds.'),
      rows: z.array(z.object({})).describe('The rows.'),
    });
    const usual = {
      isRequired: false,
      isFlag: false,
      isNumber: false,
      isList: false,
      isComposite: false,
      choices: undefined,
      items: undefined,
    };
    expect(declaredFields(schema)).toEqual([
      { ...usual, name: 'role', description: 'The role.', isRequired: true, choices: ['view', 'operate'] },
      { ...usual, name: 'ids', description: 'Of these.', isList: true },
      { ...usual, name: 'dryRun', description: 'Only says.', isFlag: true },
      { ...usual, name: 'times', description: 'How often.', isNumber: true },
      { ...usual, name: 'kinds', description: 'Of these kinds.', items: ['a', 'b'] },
      { ...usual, name: 'rows', description: 'The rows.', isRequired: true, isList: true, isComposite: true },
    ]);
  });

  it('are none without a schema', () => {
    expect(declaredFields(undefined)).toEqual([]);
    expect(declaredFields(z.string())).toEqual([]);
  });

  it('are required as the operation requires them', () => {
    const required = declaredFields(adminCreateAdminKey.body).filter(({ isRequired }) => isRequired);
    expect(required.map(({ name }) => name)).toEqual(['name', 'role']);
  });
});
