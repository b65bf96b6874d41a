import { createHash } from 'node:crypto';

/** Whether an answer's body is the expected one, looked at piece by piece as it arrives: a comparison of bytes, and no copy. */
export interface BodyCheck {
  take(piece: Buffer): void;
  /** Null, or what is wrong. Ready for the next body then. */
  finish(): string | null;
}

/** The body must begin with these bytes, or be them. */
export function expectBytes(expected: Buffer, isWhole: boolean): BodyCheck {
  let length = 0;
  /** Of the first piece that is not as expected. */
  let other: string | null = null;
  return {
    take(piece) {
      const end = Math.min(length + piece.length, expected.length);
      if (other === null && length < end && piece.compare(expected, length, end, 0, end - length) !== 0) {
        other = piece.toString('latin1', 0, 300);
      }
      length += piece.length;
    },
    finish() {
      const isRight = other === null && (isWhole ? length === expected.length : length >= expected.length);
      const fault = isRight
        ? null
        : `a body of ${length} bytes is not the expected one of ${expected.length}: ${other ?? 'it is a part of it, or more'}`;
      [length, other] = [0, null];
      return fault;
    },
  };
}

/** The body must pass one of the checks. */
export function expectEither(checks: readonly BodyCheck[]): BodyCheck {
  return {
    take(piece) {
      for (const check of checks) check.take(piece);
    },
    finish() {
      const faults = checks.map((check) => check.finish());
      return faults.includes(null) ? null : faults.join('; ');
    },
  };
}

/** The body must have this SHA-1: for more bodies than fit into memory. */
export function expectDigest(wanted: string): BodyCheck {
  let digest = createHash('sha1');
  return {
    take: (piece) => void digest.update(piece),
    finish() {
      const found = digest.digest('hex');
      digest = createHash('sha1');
      return found === wanted ? null : `a body is not the expected one: its digest is ${found}`;
    },
  };
}

/** The body holds each time another id, but this text, and no errors. */
export function expectText(wanted: string): BodyCheck {
  let text = '';
  return {
    take(piece) {
      text += piece.toString('latin1');
    },
    finish() {
      const fault = text.includes(wanted) && !text.includes('"errors"') ? null : `an answer is ${text.slice(0, 300)}`;
      text = '';
      return fault;
    },
  };
}
