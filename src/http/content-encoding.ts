/** Which encoding of a body a client takes (RFC 9110, section 12.5.3). */
import { rememberTexts } from '../lib/remember-texts.ts';

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

export interface AcceptedEncoding {
  /** The one of ours that the client likes best, the smaller one of equals; null: the body as it is. */
  readonly encoding: Encoding | null;
  /** Whether the body as it is was refused: whatever can be encoded is, then, small or not. */
  readonly isRequired: boolean;
}

const asItIs: AcceptedEncoding = { encoding: null, isRequired: false };

/** No client's header is longer; each member of one takes time. */
const maxLength = 1000;

/** Where a client takes none of ours and refuses the body as it is, it gets that all the same: it may do so, by the RFC. */
export const acceptedEncoding = rememberTexts((acceptEncoding): AcceptedEncoding => {
  if (!acceptEncoding || acceptEncoding.length > maxLength) return asItIs;
  const weights = weightsOf(acceptEncoding);
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = encodings.reduce((one, other) => (weightOf(other) > weightOf(one) ? other : one));
  // Accepted unless it is excluded, but liked less than what is named.
  const ofPlain = weights.get('identity') ?? weights.get('*') ?? Number.MIN_VALUE;
  if (weightOf(best) === 0 || weightOf(best) < ofPlain) return asItIs;
  return { encoding: best, isRequired: ofPlain === 0 };
});

/** A member that can't be read says nothing. */
function weightsOf(acceptEncoding: string): Map<string, number> {
  const members = acceptEncoding.toLowerCase().split(',');
  const weights = members.flatMap((member): [string, number][] => {
    const [, coding, weight = '1'] =
      /^\s*([\w*-]+)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/.exec(member) ?? [];
    return coding === undefined ? [] : [[coding === 'x-gzip' ? 'gzip' : coding, Number(weight)]];
  });
  return new Map(weights);
}

/** Less than this fits into a packet or two, and is hardly smaller in another encoding. */
const minBytes = 1024;

export interface NegotiatedEncoding {
  /** Null: the body as it is. */
  readonly encoding: Encoding | null;
  /** Whether the response depends on `Accept-Encoding`. */
  readonly isVarying: boolean;
}

/** Of a body whose bytes may show how well they compress. */
export function negotiateEncoding(
  body: { readonly contentType: string; readonly byteLength: number },
  acceptEncoding: string | null,
): NegotiatedEncoding {
  if (!isCompressible(body.contentType) || body.byteLength === 0) return { encoding: null, isVarying: false };
  const { encoding, isRequired } = acceptedEncoding(acceptEncoding);
  if (body.byteLength >= minBytes) return { encoding, isVarying: true };
  return isRequired ? { encoding, isVarying: true } : { encoding: null, isVarying: false };
}

/** NOTE: no stream of events: what is compressed waits until there is enough of it. */
function isCompressible(contentType: string): boolean {
  if (contentType.startsWith('text/event-stream')) return false;
  return /^(?:text\/|image\/(?:svg\+xml|x-icon)(?:;|$)|font\/ttf(?:;|$)|application\/(?:json|javascript|[\w.-]+\+json)(?:;|$))/.test(
    contentType,
  );
}
