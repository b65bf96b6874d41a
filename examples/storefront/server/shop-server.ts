/**
 * The shop's own server: it holds the secret, which no page may have, and sends the gateway three documents of its own, whatever a page
 * sends. Whose account a subscription is for says the shop's session, which this example has no login for, and not the page.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { print } from 'graphql';
import { KeysDocument, RenameKeyDocument, SubscribeDocument } from '../src/generated/graphql.ts';

type Settings = Readonly<Record<'gatewayUrl' | 'clientId' | 'clientSecret' | 'accountId', string>>;
type Sent = { readonly operationName: string; readonly variables?: { readonly input?: object } };

const documents = new Map<string, Parameters<typeof print>[0]>([
  ['Keys', KeysDocument],
  ['RenameKey', RenameKeyDocument],
  ['Subscribe', SubscribeDocument],
]);

export function createShopServer({ gatewayUrl, clientId, clientSecret, accountId }: Settings): Server {
  async function ask({ operationName, variables: { input, ...others } = {} }: Sent): Promise<Response> {
    const document = documents.get(operationName);
    if (!document) return Response.json({ errors: [{ message: 'The shop has no such page.' }] }, { status: 403 });
    const grant = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
    const issued = await fetch(`${gatewayUrl}/oauth/access_token`, {
      method: 'POST',
      body: new URLSearchParams(grant),
    });
    const { access_token } = (await issued.json()) as { access_token: string };
    const own = operationName === 'Subscribe' ? { ...input, accountId } : input;
    return fetch(`${gatewayUrl}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ query: print(document), variables: { ...others, input: own } }),
    });
  }

  return createServer(async (request, response) => {
    const answer = await readSent(request)
      .then((sent) => (sent ? ask(sent) : Response.json({ errors: [{ message: 'Send JSON.' }] }, { status: 415 })))
      .catch(() => Response.json({ errors: [{ message: 'The gateway did not answer. Try again.' }] }, { status: 502 }));
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text());
  });
}

/**
 * Null: it is not said to be JSON. A page of another site may send anything else without a request of the browser before it, and whatever the shop
 * knows its visitors by comes along.
 */
async function readSent(request: IncomingMessage): Promise<Sent | null> {
  const isJson = /^application\/json(;|$)/i.test(request.headers['content-type'] ?? '');
  return isJson ? ((await json(request)) as Sent) : null;
}
