/**
 * The members of a request. GraphQL over HTTP: those that a server does not understand are ignored, and one of another type than it has is no
 * request. GraphQL's server refuses the first, and takes the operation's name as it comes: an empty one, which clients send for none, is none.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { isObject } from '../../domain/input/is-object.ts';
import { detached } from '../../lib/detached.ts';
import { refusalBy } from '../errors/refusal.ts';

const members = ['query', 'documentId', 'doc_id', 'variables', 'operationName', 'extensions'];

export const requestMembers: Plugin = {
  onParams({ params, request, setParams }) {
    // What is no request at all is refused after this.
    if (!isObject(params)) return;
    const { operationName } = params;
    if (operationName != null && typeof operationName !== 'string') {
      throw refusalBy('BAD_REQUEST', "The member 'operationName' must be a string.");
    }
    const known = Object.entries(params).filter(([name, value]) => {
      return members.includes(name) && !(name === 'operationName' && value === '');
    });
    const isCut = request.method === 'GET';
    if (!isCut && known.length === Object.keys(params).length) return;
    setParams(Object.fromEntries(isCut ? known.map(ofItsOwn) : known) as GraphQLParams);
  },
};

/** Of what is cut from a target and kept, such as a document, all of the target would stay in memory, whatever else it says. */
function ofItsOwn([name, value]: readonly [string, unknown]): readonly [string, unknown] {
  return [name, typeof value === 'string' ? detached(value) : value];
}
