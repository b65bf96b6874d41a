import type { HttpRequest } from '../http/http-exchange.ts';
import { isHealthCheck } from './health.ts';

type Target = Pick<HttpRequest, 'host' | 'path' | 'search' | 'fault'>;

export interface SentTarget {
  readonly method: string;
  /** As it stands in the request's first line. */
  readonly target: string;
  /** Its Host; of several, all of them with commas between; null: there is none. */
  readonly sentHost: string | null;
  readonly httpVersion: string;
}

const hostFault = 'The Host of the request is not valid.';
const targetFault = 'The target of the request is not valid.';

/**
 * RFC 9112, section 3.2: two Hosts are refused, because a proxy before us may have believed the other one; HTTP/1.1 sends one.
 * A target that is a whole URL (section 3.2.2) names the host itself. RFC 9110, section 4.2.4: a user or a password in it is
 * refused; it would be logged as a part of the path.
 */
export function readTarget({ method, target, sentHost, httpVersion }: SentTarget): Target {
  const [, authority, path = '', search = ''] =
    /^(?:https?:\/\/([^/?#]*))?(\/[^?#]*)?(\?[^#]*)?(?:#|$)/i.exec(target) ?? [];
  if (path === '' && authority === undefined) return { host: null, path: '', search: '', fault: targetFault };
  if (authority?.includes('@')) return { host: null, path: '', search: '', fault: targetFault };
  const host = authority ?? sentHost;
  const named = { host, path: path || '/', search };
  // Simple load balancers send none with health checks.
  const needsHost = httpVersion !== '1.0' && !isHealthCheck({ method, path: named.path });
  const isValid = (sentHost === null || isHost(sentHost)) && (host === null ? !needsHost : isHost(host));
  return { ...named, fault: isValid ? null : hostFault };
}

/** The last one that was: nearly all requests name the same. */
let lastHost = '';

/** A name, an IPv4 or an IPv6 address, and a port; numbers that are no address make no URL either. */
function isHost(text: string): boolean {
  if (text === lastHost) return text !== '';
  const isOne = isWellFormed(text);
  if (isOne) lastHost = text;
  return isOne;
}

function isWellFormed(text: string): boolean {
  return /^([a-z0-9._~-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text) && URL.canParse(`http://${text}`);
}
