import type { Violation } from './violations.ts';

/** True: everything is checked, references and conflicts too, nothing is written, and null is answered. */
export interface ValidateOnly {
  readonly validateOnly?: boolean | null | undefined;
}

/** What the face found wrong with an input: reported together with the faults that the service finds, before them. */
export interface Faults {
  readonly faults?: readonly Violation[];
}

/** A write's input as any face gives it, whatever else its members are. */
export interface WriteInput extends Faults, ValidateOnly {}
