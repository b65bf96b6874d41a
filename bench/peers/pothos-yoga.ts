/** P1: graphql-yoga with a Pothos schema, as their documentation starts them; with its response cache where `cached` is said. */
import { createServer } from 'node:http';
import { useResponseCache } from '@graphql-yoga/plugin-response-cache';
import { createYoga } from 'graphql-yoga';
import { loadGraph } from './graph-data.ts';
import { schema } from './pothos-schema.ts';

const [file = '', cached] = process.argv.slice(2);
loadGraph(file);
// One cache for all, of whole responses: nobody sends a token.
const plugins = cached ? [useResponseCache({ session: () => null })] : [];
createServer(createYoga({ schema, plugins })).listen(Number(process.env.PORT), '127.0.0.1');
