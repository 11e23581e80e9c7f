import { roleIn, rolesOfGroups } from './roles-of-groups.js';

describe('OPERATOR_GROUPS', () => {
  it('gives the members of a group its role, and of several groups the highest', () => {
    const roles = rolesOfGroups('sluice-admins=administer, support = operate,a=b=view') ?? new Map();
    expect(roleIn(roles, ['support'])).toBe('operate');
    expect(roleIn(roles, ['staff', 'sluice-admins', 'support'])).toBe('administer');
    expect(roleIn(roles, ['a=b'])).toBe('view');
  });

  it('gives none to members of other groups, unless everybody has one', () => {
    expect(roleIn(rolesOfGroups('support=operate') ?? new Map(), ['staff', '*', ''])).toBeUndefined();
    expect(roleIn(rolesOfGroups('support=operate,*=view') ?? new Map(), ['staff'])).toBe('view');
    expect(roleIn(rolesOfGroups('support=operate,*=view') ?? new Map(), ['support'])).toBe('operate');
  });

  it.each(['support', 'support=', '=view', 'support=owner', 'support:view'])('%j is refused', (text) => {
    expect(rolesOfGroups(text)).toBeUndefined();
  });
});
