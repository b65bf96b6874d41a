/** P2: mercurius on fastify, every document compiled by graphql-jit from its first request on. */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import { resolvers, typeDefs } from './gateway-schema.ts';
import { loadGraph } from './graph-data.ts';

loadGraph(process.argv[2] ?? '');
const app = Fastify();
app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
