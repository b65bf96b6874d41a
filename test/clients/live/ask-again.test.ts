import { readFile } from 'node:fs/promises';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { expect, it } from 'vitest';
import { askAgain } from './ask-again.ts';

it('a query that was on its way is requested again when its answer has come', async () => {
  const releases = ['before', 'after'];
  const first = Promise.withResolvers<void>();
  let requests = 0;
  /** Answers the first request slowly, with what was shown when it was sent. */
  const answer: typeof fetch = async () => {
    const release = releases[requests] ?? 'requested too often';
    requests += 1;
    if (requests === 1) await first.promise;
    return Response.json({ data: { shown: { __typename: 'Shown', id: '1', release } } });
  };
  const link = new HttpLink({ uri: 'http://gateway.invalid/graphql', fetch: answer });
  const client = new ApolloClient({ cache: new InMemoryCache(), link });
  const query = client.watchQuery<{ shown: { release: string } }>({ query: gql('{ shown { id release } }') });
  query.subscribe({});
  await expect.poll(() => requests).toBe(1);
  const asking = askAgain(client);
  first.resolve();
  await asking;
  expect(query.getCurrentResult().data).toMatchObject({ shown: { release: 'after' } });
  await askAgain(client);
  expect(requests).toBe(3);
});

it('ask-again.ts is the code of the documentation', async () => {
  const code = await readFile(new URL('ask-again.ts', import.meta.url), 'utf8');
  expect(await readFile('docs/clients.md', 'utf8')).toContain(`\n\`\`\`ts\n${code}\`\`\`\n`);
});
