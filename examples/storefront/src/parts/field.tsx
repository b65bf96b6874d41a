import { type InputHTMLAttributes, useId } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
}

/** An input of a form, and what the gateway found wrong with it. */
export function Field({ label, error, name, ...input }: FieldProps) {
  // Of several forms on a page, as of the keys, each has its own.
  const errorId = useId();
  return (
    <label className="field">
      <span>{label}</span>
      <input name={name} aria-invalid={error !== undefined} aria-describedby={error ? errorId : undefined} {...input} />
      {error && (
        <em id={errorId} role="alert">
          {error}
        </em>
      )}
    </label>
  );
}
