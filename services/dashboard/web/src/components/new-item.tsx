/** The way to the form of a new item, for those who may save one. */
import { Link } from 'react-router';
import { addressOf, pathTo } from '../api/request.js';
import { may, tenantOfPage } from '../api/session.js';
import { buttonClass } from './button.js';

/** The address of the form, which may begin with what another item has; it is the address of no item, whatever its id. */
export function newItemAddress(section: string, tenantId: string = tenantOfPage(), copyOf?: string): string {
  return addressOf(pathTo`/new/${tenantId}/${section}`, { copyOf });
}

export function NewItem({ section, one }: { readonly section: string; readonly one: string }) {
  if (!may('adminSaveItem')) return null;
  return (
    <Link className={buttonClass({ main: true })} to={newItemAddress(section)}>
      New {one}
    </Link>
  );
}
