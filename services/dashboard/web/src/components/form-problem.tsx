/** Why the server refused a form, as far as no field of it is named. */
import { useFormState } from 'react-hook-form';

export function FormProblem() {
  const { root } = useFormState().errors;
  return (
    root && (
      <div className="notice bad" role="alert">
        {root.message}
      </div>
    )
  );
}
