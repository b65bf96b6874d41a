/**
 * P2: mercurius on fastify, every document compiled by graphql-jit from its first request on; where `cached` is said, with its cache of
 * what the resolvers of root fields give. It has none of whole responses.
 */
import Fastify from 'fastify';
import mercurius from 'mercurius';
import cache from 'mercurius-cache';
import { resolvers, typeDefs } from './gateway-schema.ts';
import { loadGraph } from './graph-data.ts';

const [file = '', cached] = process.argv.slice(2);
const forAnHour = 3600;

loadGraph(file);
const app = Fastify();
app.register(mercurius, { schema: typeDefs, resolvers, jit: 1 });
if (cached) app.register(cache.default, { ttl: forAnHour, policy: { Query: { childProducts: true, product: true } } });
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
