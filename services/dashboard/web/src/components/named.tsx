/** An id with the name of what it names. */

interface NamedProps {
  readonly id: string | undefined;
  /** Names by ids, as the server answers them beside a list. */
  readonly names: Readonly<Record<string, string>>;
}

export function Named({ id, names }: NamedProps) {
  if (id === undefined) return <>–</>;
  return (
    <>
      {id} {Object.hasOwn(names, id) && <span className="quiet">{names[id]}</span>}
    </>
  );
}
