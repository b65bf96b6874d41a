/** The token of a page: an implicit one, which only reads the catalog. It is got anew a minute before it expires. */
export function createPageToken(url: string, clientId: string, now = Date.now): () => Promise<string> {
  let current: { readonly token: Promise<string>; readonly until: number } | null = null;

  async function fetchToken(): Promise<string> {
    const body = new URLSearchParams({ grant_type: 'implicit', client_id: clientId });
    const response = await fetch(`${url}/oauth/access_token`, { method: 'POST', body });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    const granted = (await response.json()) as { access_token: string; expires_in: number };
    if (current) current = { ...current, until: now() + (granted.expires_in - 60) * 1000 };
    return granted.access_token;
  }

  return () => {
    if (!current || now() >= current.until) {
      current = { token: fetchToken(), until: Number.POSITIVE_INFINITY };
      current.token.catch(() => {
        current = null;
      });
    }
    return current.token;
  };
}
