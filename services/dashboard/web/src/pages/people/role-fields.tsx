/** The choice of a role in a place, with the client or supplier that goes with two of the roles. */
import { adminRoles, memberRoles } from '@sluice/contracts/words';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { optionsOf } from '../../components/choice.js';
import { FormSelect } from '../../components/form-fields.js';
import { optionalText } from '../../components/form-texts.js';
import { FormPick } from '../../frame/form-pick.js';
import { roleWords, type Place, type PlaceRole } from './place.js';

/** The fields, as a form holds them. */
export const roleShape = {
  role: z.enum([...adminRoles, ...memberRoles]),
  clientId: optionalText(),
  supplierId: optionalText(),
};

/** What is sent of them: a client or supplier that was picked for another role before is left out. */
export function roleBody<Read extends { role: PlaceRole; clientId: unknown; supplierId: unknown }>({
  clientId,
  supplierId,
  ...rest
}: Read) {
  const { role } = rest;
  return { ...rest, ...(role === 'client' && { clientId }), ...(role === 'supplier' && { supplierId }) };
}

export function RoleFields({ place: { roles, tenantId } }: { readonly place: Place }) {
  const role = useWatch<{ role: PlaceRole }, 'role'>({ name: 'role' });
  return (
    <>
      <FormSelect name="role" label="Role" hint={roleWords[role]} options={optionsOf(roles)} />
      {tenantId !== undefined && role === 'client' && (
        <FormPick
          name="clientId"
          of="clients"
          label="Client"
          none="Pick a client"
          tenantId={tenantId}
          required
        />
      )}
      {tenantId !== undefined && role === 'supplier' && (
        <FormPick
          name="supplierId"
          of="suppliers"
          label="Supplier"
          none="Pick a supplier"
          tenantId={tenantId}
          required
        />
      )}
    </>
  );
}
