/** The dialog of a confirmation or a question: a form whose refusals appear beside their fields. */
import { zodResolver } from '@hookform/resolvers/zod';
import { useRef } from 'react';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { useChange } from '../api/queries.js';
import { buttonClass } from './button.js';
import { stopAsking, useAsked, type Asked } from './confirm.js';
import { Dialog } from './dialog.js';
import { FormProblem } from './form-problem.js';
import { submit } from './submit.js';

/** The place of the dialog; rendered once, in the frame. */
export default function Questions() {
  const { asked, count } = useAsked();
  return asked && <Asking key={count} asked={asked} />;
}

function Asking({ asked }: { readonly asked: Asked }) {
  const { title, what, does, danger, run } = asked;
  const question = 'schema' in asked ? asked : undefined;
  const form = useForm<FieldValues, unknown, never>({
    ...(question && { defaultValues: question.initial, resolver: zodResolver(question.schema) }),
  });
  const { isSubmitting } = form.formState;
  const button = useRef<HTMLButtonElement>(null);
  const change = useChange(run);
  const go = submit(form, async (read) => {
    await change.mutateAsync(read);
    stopAsking();
  });
  const leave = (): void => {
    if (!isSubmitting) stopAsking();
  };
  return (
    <Dialog title={title} onClose={leave} first={question ? undefined : button}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void go(event)}>
          <div className={question && 'stack'}>
            {typeof what === 'string' ? <p>{what}</p> : what}
            {question?.fields}
          </div>
          <FormProblem />
          <div className="actions">
            <button type="button" className="button" onClick={leave}>
              Cancel
            </button>
            <button
              type="submit"
              className={buttonClass({ main: true, danger })}
              aria-disabled={isSubmitting}
              ref={button}
            >
              {isSubmitting ? 'One moment…' : does}
            </button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  );
}
