/** Whether a list has archived items too, kept in the page's address as `archived`. */
import { Choice } from './choice.js';

export function ArchivedFilter() {
  return (
    <Choice name="archived" label="Archived" any="Hidden" options={[{ value: 'true', label: 'Shown' }]} />
  );
}
