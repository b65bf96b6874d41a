/**
 * The shop's own server: it holds the secret, which no page may have, and sends the gateway only what the shop's pages contain. Whose
 * account a subscription is for says the shop's session, which this example has no login for, and not the page.
 */
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { parse, print, visit } from 'graphql';
import { KeysDocument, RenameKeyDocument, SubscribeDocument } from '../src/generated/graphql.ts';

export interface ShopServerOptions {
  readonly gatewayUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountId: string;
}

interface Sent {
  readonly query: string;
  readonly variables?: { readonly input?: object };
}

/** As clients send them they also select `__typename`. */
const plain = (query: string) =>
  print(visit(parse(query), { Field: ({ name }) => (name.value === '__typename' ? null : undefined) }));
const known = new Set([KeysDocument, RenameKeyDocument, SubscribeDocument].map((document) => plain(print(document))));

export function createShopServer({ gatewayUrl, accountId, clientId, clientSecret }: ShopServerOptions): Server {
  async function forward({ query, variables = {} }: Sent): Promise<Response> {
    if (!known.has(plain(query)))
      return Response.json({ errors: [{ message: 'The shop has no such page.' }] }, { status: 403 });
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const issued = await fetch(`${gatewayUrl}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    const { access_token } = (await issued.json()) as { access_token: string };
    const input = query.includes('createSubscription') ? { input: { ...variables.input, accountId } } : {};
    return fetch(`${gatewayUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ query, variables: { ...variables, ...input } }),
    });
  }

  return createServer(async (request, response) => {
    const answer = await json(request)
      .then((sent) => forward(sent as Sent))
      .catch(() => Response.json({ errors: [{ message: 'The gateway did not answer. Try again.' }] }, { status: 502 }));
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
}
