import { useRef } from 'react';

/** The value, or while there is none the one before: what is on the screen stays until there is something to replace it. */
export function useLast<Value>(value: Value | undefined): Value | undefined {
  const last = useRef(value);
  if (value !== undefined) last.current = value;
  return last.current;
}
