import { SpanKind } from '@opentelemetry/api';
import { attributes } from './attributes.ts';
import { noteError, type Spans } from './spans.ts';
import type { TraceHeaders } from './trace-headers.ts';

/** What goes to the platform, as far as a trace says it. */
export interface Call {
  readonly method: string;
  /** Below the platform's root, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
}

export type WatchCall = <Sent extends Call, Answered extends Answer>(
  call: Sent,
  send: (call: Sent) => Promise<Answered>,
) => Promise<Answered>;

export interface CallSpansOptions {
  readonly spans: Spans;
  readonly headers: TraceHeaders;
  /** Where the platform is, and where its paths begin. */
  readonly platform: URL;
}

/** Each attempt of a call, as an HTTP client's; the platform is told whose part it is. */
export function createCallSpans({ spans, headers, platform }: CallSpansOptions): WatchCall {
  const { origin, hostname, port, protocol, pathname } = platform;
  const prefix = pathname.replace(/\/$/, '');
  const constant = {
    [attributes.serverAddress]: hostname,
    [attributes.serverPort]: Number(port) || (protocol === 'https:' ? 443 : 80),
  };
  return (call, send) => {
    if (!spans.running()) return send(call);
    const { method } = call;
    const template = `${prefix}${templateOf(call.path)}`;
    const described = {
      ...constant,
      [attributes.requestMethod]: method,
      [attributes.urlTemplate]: template,
      [attributes.fullUrl]: `${origin}${template.replaceAll('{id}', 'REDACTED')}`,
    };
    const options = { kind: SpanKind.CLIENT, attributes: described };
    return spans.record(`${method} ${template}`, options, async (span) => {
      const context = spans.running();
      const answer = await send({ ...call, headers: { ...call.headers, ...(context && headers.write(context)) } });
      span?.setAttribute(attributes.responseStatus, answer.status);
      if (span && answer.status >= 400) noteError(span, String(answer.status));
      return answer;
    });
  };
}

/** The words of a platform's paths. All else is somebody's: an id, a value that is looked for. */
const words: ReadonlySet<string> = new Set([
  ...['v2', 'pcm', 'catalog', 'hierarchies', 'nodes', 'products', 'relationships', 'children', 'files'],
  ...['oauth', 'access_token'],
  ...['settings', 'extensions', 'custom-apis', 'fields', 'application-keys'],
  ...['subscriptions', 'offerings', 'plans', 'pricing-options'],
]);

/** The path without its query, and with `{id}` in the place of what is none of the platform's words. */
function templateOf(path: string): string {
  const [plain = ''] = path.split('?');
  const segments = plain.split('/').map((segment) => (segment === '' || words.has(segment) ? segment : '{id}'));
  return segments.join('/');
}
