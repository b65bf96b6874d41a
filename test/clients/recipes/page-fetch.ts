/** `fetch` with the token of a page: an implicit one, which only reads the catalog. It is got anew a minute before it expires, and once it is refused. */
export function createPageFetch(url: string, clientId: string, now = Date.now): typeof fetch {
  let current: { readonly token: Promise<string>; readonly until: number } | null = null;

  async function fetchToken(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'implicit', client_id: clientId });
    const response = await fetch(`${url}/oauth/access_token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    const granted = (await response.json()) as { access_token: string; expires_in: number };
    if (current) current = { ...current, until: now() + (granted.expires_in - 60) * 1000 };
    return granted.access_token;
  }

  function getToken(): Promise<string> {
    if (!current || now() >= current.until) {
      current = { token: fetchToken(), until: Number.POSITIVE_INFINITY };
      current.token.catch(() => {
        current = null;
      });
    }
    return current.token;
  }

  async function send(token: Promise<string>, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${await token}`);
    return fetch(input, { ...init, headers });
  }

  return async (input, init) => {
    const token = getToken();
    const response = await send(token, input, init);
    if (response.status !== 401) return response;
    // Its key was revoked. Another request may have got a new one meanwhile.
    if (current?.token === token) current = null;
    return send(getToken(), input, init);
  };
}
