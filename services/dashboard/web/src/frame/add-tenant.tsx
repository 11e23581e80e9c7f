/** The button that adds a tenant; its dialog is loaded when it is asked for. */
import { useNavigate } from 'react-router';
import { addressOf } from '../api/request.js';
import { may, operator } from '../api/session.js';
import { Button } from '../components/button.js';
import { NeedsRole } from '../components/needs-role.js';
import { orLoadAgain } from './load-again.js';

const loadDialog = orLoadAgain(() => import('../pages/settings/add-tenant-dialog.js'));

/** Once the tenant is there, its first steps are shown. */
export function AddTenant() {
  const navigate = useNavigate();
  if (operator()?.role === null) return null;
  // It belongs to no tenant yet.
  if (!may('adminApplyCatalog', '')) return <NeedsRole what="Adding a tenant" role="administer" />;
  const add = async () =>
    (await loadDialog()).addTenant((tenant) => void navigate(addressOf('/', { tenant })));
  return <Button onClick={add}>Add a tenant</Button>;
}
