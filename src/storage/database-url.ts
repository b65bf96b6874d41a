/**
 * `postgres://user:password@one:5432,two:5432/database` names several hosts, as libpq's URLs may. The standard's parser, and so the driver's,
 * knows one. Loads nothing: the configuration checks URLs, too.
 */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** The same for each host; null: it is no such URL. */
export function splitHosts(url: string): string[] | null {
  const [whole, before = '', hosts = '', after = ''] = parts.exec(url) ?? [];
  const urls = hosts.split(',').map((host) => withLibpqModes(`${before}${host}${withoutTarget(after)}`));
  const isOne = urls.length === 1;
  return whole !== undefined && urls.every((one) => URL.canParse(one) && (isOne || new URL(one).hostname !== ''))
    ? urls
    : null;
}

/** libpq's `target_session_attrs`: which of several hosts will do; null: it says nothing of that. */
export function targetOf(url: string): string | null {
  const [first] = splitHosts(url) ?? [];
  return first === undefined ? null : (/[?&]target_session_attrs=([^&#]*)/.exec(url)?.[1] ?? null);
}

const sslModes: readonly string[] = ['disable', 'require', 'verify-ca', 'verify-full'];

/** What is wrong with how it wants to be encrypted, as the rest of a sentence; null: nothing. */
export function faultOfTls(url: string): string | null {
  const mode = /[?&]sslmode=([^&#]*)/.exec(url)?.[1];
  if (mode === undefined) return null;
  if (!sslModes.includes(mode)) return 'must have no sslmode but disable, require, verify-ca or verify-full.';
  const hasAuthority = /[?&]sslrootcert=[^&#]/.test(url);
  return mode === 'verify-ca' && !hasAuthority ? 'must name an authority by sslrootcert with sslmode=verify-ca.' : null;
}

/** The driver takes modes for others than libpq does, unless it is told not to. */
function withLibpqModes(url: string): string {
  return /[?&]sslmode=/.test(url) ? `${url}&uselibpqcompat=true` : url;
}

/** The driver would take it for a setting of its own. */
function withoutTarget(text: string): string {
  return text.replace(/([?&])target_session_attrs=[^&#]*&?/, '$1').replace(/[?&]$/, '');
}

/** For people: hosts and the database, never a password. */
export function describeUrl(url: string): string {
  const hosts = (splitHosts(url) ?? []).map((one) => new URL(one));
  return `${hosts.map(nameOf).join(',')}${hosts[0]?.pathname ?? ''}`;
}

/** A parameter stands before what is said in its place, as a socket's folder has to. */
function nameOf({ hostname, port, searchParams }: URL): string {
  return `${searchParams.get('host') ?? hostname}:${searchParams.get('port') ?? (port || 5432)}`;
}
