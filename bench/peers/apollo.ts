/** P3: Apollo Server, as its own documentation starts it; with its response cache where `cached` is said. */
import { ApolloServer } from '@apollo/server';
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl';
import { startStandaloneServer } from '@apollo/server/standalone';
import responseCache from '@apollo/server-plugin-response-cache';
import { resolvers, typeDefs } from './gateway-schema.ts';
import { loadGraph } from './graph-data.ts';

const [file = '', cached] = process.argv.slice(2);
const forAnHour = 3600;

loadGraph(file);
const plugins = cached ? [ApolloServerPluginCacheControl({ defaultMaxAge: forAnHour }), responseCache()] : [];
await startStandaloneServer(new ApolloServer({ typeDefs, resolvers, plugins }), {
  listen: { port: Number(process.env.PORT), host: '127.0.0.1' },
});
