/** The link to the form of a new item, for those who may save one. */
import { Link } from 'react-router';
import { pathTo } from '../../api/request.js';
import { may, tenantOfPage } from '../../api/session.js';
import { buttonClass } from '../../components/button.js';

export function NewItem({ section, one }: { readonly section: string; readonly one: string }) {
  if (!may('adminSaveItem')) return null;
  return (
    <Link className={buttonClass({ main: true })} to={pathTo`/items/${tenantOfPage()}/${section}/new`}>
      New {one}
    </Link>
  );
}
