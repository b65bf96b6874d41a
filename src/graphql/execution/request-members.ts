/**
 * The members of a request. GraphQL over HTTP: those that a server does not understand are ignored, and one of another type than it has is no
 * request. GraphQL's server refuses the first, and takes the operation's name as it comes: an empty one, which clients send for none, is none.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { refusalBy } from '../errors/refusal.ts';

const members = ['query', 'documentId', 'doc_id', 'variables', 'operationName', 'extensions'];

export const requestMembers: Plugin = {
  onParams({ params, setParams }) {
    // What is no request at all is refused after this.
    if (typeof params !== 'object' || params === null || Array.isArray(params)) return;
    const { operationName } = params as { readonly operationName?: unknown };
    if (operationName != null && typeof operationName !== 'string') {
      throw refusalBy('BAD_REQUEST', "The member 'operationName' must be a string.");
    }
    const known = Object.entries(params).filter(([name, value]) => {
      return members.includes(name) && !(name === 'operationName' && value === '');
    });
    if (known.length < Object.keys(params).length) setParams(Object.fromEntries(known) as GraphQLParams);
  },
};
