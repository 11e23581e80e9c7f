/** The dialog of a question or a confirmation: a form whose refusals appear beside their fields. */
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm, type FieldValues } from 'react-hook-form';
import { useChange } from '../api/queries.js';
import { buttonClass } from './button.js';
import { useAsked, type Asked } from './confirm.js';
import { Dialog } from './dialog.js';
import { showRefusal } from './show-refusal.js';

/** The place of questions; rendered once, in the frame. */
export default function Questions() {
  const { asked, count } = useAsked();
  return asked && <Asking key={count} asked={asked} />;
}

function Asking({ asked }: { readonly asked: Asked }) {
  const { title, what, does, danger, schema, initial, fields } = asked;
  const form = useForm<FieldValues, unknown, unknown>({
    defaultValues: initial ?? {},
    ...(schema && { resolver: zodResolver(schema) }),
  });
  const onClose = (): void => useAsked.setState({ asked: undefined });
  const { isSubmitting, errors } = form.formState;
  const change = useChange(asked.run as (read: unknown) => Promise<unknown>);
  const go = form.handleSubmit(async (read) => {
    try {
      await change.mutateAsync(read);
      onClose();
    } catch (error) {
      showRefusal(form, error);
    }
  });
  return (
    <Dialog title={title} onClose={() => !isSubmitting && onClose()}>
      <FormProvider {...form}>
        <form noValidate onSubmit={(event) => void go(event)}>
          <div className={fields === undefined ? undefined : 'stack'}>
            {typeof what === 'string' ? <p>{what}</p> : what}
            {fields}
          </div>
          {errors.root && (
            <div className="notice bad" role="alert">
              {errors.root.message}
            </div>
          )}
          <div className="actions">
            <button type="button" className="button" onClick={onClose} disabled={isSubmitting}>
              Cancel
            </button>
            <button
              type="submit"
              className={buttonClass({ main: true, ...(danger && { danger }) })}
              aria-disabled={isSubmitting}
              autoFocus={fields === undefined}
            >
              {isSubmitting ? 'One moment…' : does}
            </button>
          </div>
        </form>
      </FormProvider>
    </Dialog>
  );
}
