/** P1: graphql-yoga with a Pothos schema, as their documentation starts them. */
import { createServer } from 'node:http';
import { createYoga } from 'graphql-yoga';
import { loadGraph } from './graph-data.ts';
import { schema } from './pothos-schema.ts';

loadGraph(process.argv[2] ?? '');
createServer(createYoga({ schema })).listen(Number(process.env.PORT), '127.0.0.1');
