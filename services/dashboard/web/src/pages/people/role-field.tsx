/** The choice of an operator's role in a form. */
import { adminRoles } from '@sluice/contracts/words';
import { optionsOf } from '../../components/choice.js';
import { FormSelect } from '../../components/form-fields.js';

export function RoleField() {
  return (
    <FormSelect
      name="role"
      label="Role"
      hint="Each role includes the ones before it."
      options={optionsOf(adminRoles)}
    />
  );
}
