/** An id with the name of what it names. */

interface NamedProps {
  readonly id: string | undefined;
  /** Names by ids, as the server answers them beside a list. */
  readonly names: Readonly<Record<string, string>>;
}

export function Named({ id, names }: NamedProps) {
  if (id === undefined) return <>–</>;
  return <IdAndName id={id} name={Object.hasOwn(names, id) ? names[id] : undefined} />;
}

export function IdAndName({ id, name }: { readonly id: string; readonly name: string | undefined }) {
  return (
    <>
      {id} {name !== undefined && <span className="quiet">{name}</span>}
    </>
  );
}
