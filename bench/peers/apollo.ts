/** P3: Apollo Server, as its own documentation starts it. */
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { resolvers, typeDefs } from './gateway-schema.ts';
import { loadGraph } from './graph-data.ts';

loadGraph(process.argv[2] ?? '');
await startStandaloneServer(new ApolloServer({ typeDefs, resolvers }), {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
});
