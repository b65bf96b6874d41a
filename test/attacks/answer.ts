/** What a request was answered with, in a form that can be compared and printed. */
export interface Answer {
  readonly status: number;
  readonly bytes: number;
  /** `200`, `400 LIMIT_EXCEEDED cost`, `200 NOT_FOUND×100`: the status, and the codes of the errors with how many of each there are. */
  readonly summary: string;
  readonly text: string;
}

/** Of any one answer, and the violations of one error: what is more breaks the promise, whatever else it says. */
const answerBounds = { bytes: 10_500_000, errors: 101, violations: 51 } as const;

interface FaceError {
  readonly extensions?: {
    readonly code?: string;
    readonly limitName?: string;
    readonly violations?: readonly unknown[];
  };
}

export function toAnswer(status: number, body: Uint8Array): Answer {
  const text = Buffer.from(body).toString('utf8');
  const errors = readErrors(text);
  const counts = Map.groupBy(errors, ({ extensions }) => {
    return [extensions?.code, extensions?.limitName].filter((part) => part !== undefined).join(' ');
  });
  const codes = [...counts].map(([code, those]) =>
    code !== '' && those.length > 1 ? `${code}×${those.length}` : code,
  );
  const faults = listFaults({ bytes: body.byteLength, errors });
  return {
    status,
    bytes: body.byteLength,
    summary: [status, ...codes, ...faults].filter((part) => part !== '').join(' '),
    text,
  };
}

function readErrors(text: string): readonly FaceError[] {
  if (!/^\s*\{/.test(text) || !text.includes('"errors"')) return [];
  const { errors = [] } = JSON.parse(text) as { errors?: readonly FaceError[] };
  return errors;
}

function listFaults({ bytes, errors }: { readonly bytes: number; readonly errors: readonly FaceError[] }): string[] {
  const violations = Math.max(0, ...errors.map(({ extensions }) => extensions?.violations?.length ?? 0));
  return [
    ...(bytes > answerBounds.bytes ? [`(too long: ${bytes} bytes)`] : []),
    ...(errors.length > answerBounds.errors ? [`(too many errors: ${errors.length})`] : []),
    ...(violations > answerBounds.violations ? [`(too many violations: ${violations})`] : []),
  ];
}
