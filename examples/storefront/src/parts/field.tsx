import type { InputHTMLAttributes } from 'react';

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  readonly error?: string | undefined;
}

/** An input of a form, and what the gateway found wrong with it. */
export function Field({ label, error, name, ...input }: FieldProps) {
  const errorId = `${name}-error`;
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
