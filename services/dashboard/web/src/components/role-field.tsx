/** The choice of a role. */
import { roles, type Role } from '../api/session.js';
import { SelectField } from './field.js';

interface RoleFieldProps {
  readonly value: Role;
  readonly onValue: (role: Role) => void;
}

export function RoleField({ value, onValue }: RoleFieldProps) {
  return (
    <SelectField
      label="Role"
      hint="Each role includes the ones before it."
      value={value}
      onValue={(chosen) => onValue(roles.find((role) => role === chosen) ?? 'view')}
      options={roles.map((role) => ({ value: role, label: role }))}
    />
  );
}
