/** The fields of an item, in the parts of its layout; without a layout, all of them. */
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useState } from 'react';
import { Panel } from '../components/panel.js';
import { FormPart } from './form-part.js';
import type { Kind } from './kinds.js';
import type { Part } from './layouts.js';
import { everywhere } from './looks.js';
import { useHasProblem, type ProblemStore } from './problems.js';
import { formSchema, type Node } from './schema.js';
import type { Item } from './values.js';

interface FormPartsProps {
  readonly kind: Kind;
  readonly schema: Node;
  readonly tenantId: string;
  readonly readOnly: boolean;
  readonly isNew: boolean;
  readonly item: Item;
  readonly onItem: (item: Item) => void;
  readonly problems: ProblemStore;
  /** Fields that were just filled in for the person, who is to see them. */
  readonly filled: readonly string[];
}

interface OpenPart {
  readonly part: Part;
  readonly schema: RJSFSchema;
}

export function FormParts({ kind, schema, isNew, problems, filled, ...props }: FormPartsProps) {
  const fixed = isNew ? undefined : kind.id;
  const whole = useMemo(
    () => (kind.layout ? undefined : formSchema(schema, everywhere, kind.id)),
    [kind, schema],
  );
  const parts = useMemo(() => partsOf(kind, schema), [kind, schema]);
  if (whole)
    return (
      <Panel>
        <FormPart {...props} fixed={fixed} schema={whole} />
      </Panel>
    );
  return parts.map((part, index) => (
    <Section
      key={part.part.title}
      {...part}
      {...props}
      fixed={fixed}
      problems={problems}
      filled={filled}
      isFirst={index === 0}
    />
  ));
}

function partsOf({ layout, id }: Kind, schema: Node): readonly OpenPart[] {
  if (!layout) return [];
  const looks = { ...everywhere, ...layout.looks };
  const shown = new Set(layout.parts.flatMap(({ fields }) => fields));
  const heads = new Set([...shown].map((field) => field.split('.', 1).join()));
  const rest = Object.keys(schema.properties ?? {}).flatMap((name) => {
    if (!heads.has(name)) return [name];
    if (shown.has(name)) return [];
    const inner = Object.keys(
      schema.$defs?.[refOf(schema, name)]?.properties ?? schema.properties?.[name]?.properties ?? {},
    );
    return inner.map((each) => `${name}.${each}`).filter((each) => !shown.has(each));
  });
  const left = rest.filter((name) => name !== 'archived');
  const others = { title: 'Everything else', about: 'What no other part has.', fields: left };
  return [...layout.parts, ...(left.length > 0 ? [others] : [])].map((part) => ({
    part,
    schema: formSchema(schema, looks, id, part.fields),
  }));
}

const refOf = (schema: Node, name: string) => schema.properties?.[name]?.$ref?.replace('#/$defs/', '') ?? '';

type SectionProps = OpenPart &
  Pick<FormPartsProps, 'tenantId' | 'readOnly' | 'item' | 'onItem' | 'problems' | 'filled'> & {
    readonly fixed: string | undefined;
    readonly isFirst: boolean;
  };

/** A part opens on demand, when something in it is wrong, and when it was filled in. */
function Section({ part, problems, filled, isFirst, ...props }: SectionProps) {
  const [isOpen, setIsOpen] = useState(isFirst);
  const hasProblem = useHasProblem(problems, part.fields);
  useEffect(() => {
    if (hasProblem) setIsOpen(true);
  }, [hasProblem]);
  useEffect(() => {
    if (filled.some((field) => part.fields.includes(field))) setIsOpen(true);
  }, [filled, part]);
  return (
    <details
      className="panel form-part"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>
        <h2>{part.title}</h2> <span className="quiet">{part.about}</span>
      </summary>
      {isOpen && <FormPart {...props} />}
    </details>
  );
}
