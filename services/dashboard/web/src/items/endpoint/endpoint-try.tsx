/** Tries an endpoint as its form has it: the request that it makes, what its rules make of answers, and what becomes of leads. */
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { may } from '../../api/session.js';
import { Segments } from '../../components/segments.js';
import { WhatIf } from '../../components/try/try-panel.js';
import { AnswerTest } from './answer-test.js';
import { MappingTest } from './mapping-test.js';
import { typed, type EndpointInForm, type Typed } from './try-endpoint.js';

const parts = [
  { value: 'mapping', label: 'Mapping test' },
  { value: 'answers', label: 'Answers' },
] as const;
const whatIf = [{ value: 'leads', label: 'What would happen' }] as const;

export function EndpointTry(endpoint: EndpointInForm) {
  const { tenantId, item } = endpoint;
  const form = useForm<Typed>({ defaultValues: typed });
  const [part, setPart] = useState<'mapping' | 'answers' | 'leads'>('mapping');
  return (
    <FormProvider {...form}>
      <section className="stack" aria-label="Try the endpoint">
        <div>
          <Segments
            label="What to try"
            value={part}
            onValue={(next) => {
              form.clearErrors();
              setPart(next);
            }}
            options={[...parts, ...(may('adminWhatIfLead', tenantId) ? whatIf : [])]}
          />
        </div>
        {part === 'mapping' && <MappingTest {...endpoint} />}
        {part === 'answers' && <AnswerTest {...endpoint} />}
        {part === 'leads' && (
          <WhatIf tenantId={tenantId} items={() => [{ section: 'deliveryEndpoints', item }]} />
        )}
      </section>
    </FormProvider>
  );
}
