/** The box for the example in a buyer's documentation: what it says becomes a change of the form, which nobody has saved. */
import type { adminReadEndpointExample, EndpointData } from '@sluice/contracts';
import { useState } from 'react';
import { call } from '../../api/call.js';
import { asProblem } from '../../api/problem.js';
import { pathTo } from '../../api/request.js';
import { Button } from '../../components/button.js';
import { TextArea } from '../../components/field.js';
import { isObject, type Item } from '../values.js';

/** What an example says. */
export type ReadExample = EndpointData<typeof adminReadEndpointExample>;

interface PasteExampleProps {
  readonly tenantId: string;
  /** Whether the box is open from the start. */
  readonly isOpen: boolean;
  /** The example that the form has. */
  readonly read: ReadExample | undefined;
  readonly onRead: (read: ReadExample) => void;
}

export function PasteExample({ tenantId, isOpen, read, onRead }: PasteExampleProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const readIt = async () => {
    setProblem(undefined);
    try {
      const path = pathTo`/admin/v1/tenants/${tenantId}/items/deliveryEndpoints/read-example`;
      const answer = await call<typeof adminReadEndpointExample>('POST', path, { body: { text } });
      // It may hold credentials.
      setText('');
      onRead(answer);
    } catch (error) {
      const refused = asProblem(error);
      setProblem(refused.of('text') ?? refused.message);
    }
  };
  return (
    <details className="panel form-part" open={isOpen}>
      <summary>
        <h2>Paste an example</h2>{' '}
        <span className="quiet">
          From the buyer’s documentation: a curl command, a JSON body or a form body.
        </span>
      </summary>
      <TextArea
        label="Example"
        hint="Nothing of it is run, sent or kept. Its credentials become secrets, whose values you give yourself."
        code
        problem={problem}
        value={text}
        onValue={setText}
      />
      <Button onClick={readIt}>Read the example</Button>
      <div role="status">
        {read && (
          <>
            <p>The form has what the example says. Go through each line, then save.</p>
            {read.notRead.length > 0 && (
              <>
                <h3>Not read, or still to be chosen</h3>
                <ul>
                  {read.notRead.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </div>
    </details>
  );
}

/** The item with what the example says in place of its own. A saved one keeps its id. */
export function withExample(item: Item, read: ReadExample, isNew: boolean): Item {
  const { deliveryEndpointId: proposed, ...said } = read.item;
  const { fields: _fields, template: _template, contentType: _type, ...rest } = item;
  const kept = 'format' in said ? rest : item;
  const id = item['deliveryEndpointId'] ?? proposed;
  return { ...kept, ...said, deliveryEndpointId: isNew ? id : item['deliveryEndpointId'] };
}

/** The lines of the mapping that are still to be chosen, as problems of the form. */
export function linesToChoose({ item: { fields } }: ReadExample): readonly string[] {
  const lines = Object.entries(isObject(fields) ? fields : {});
  return lines.flatMap(([name, from]) =>
    from === '' ? [`fields.${name}: choose which field fills it`] : [],
  );
}
