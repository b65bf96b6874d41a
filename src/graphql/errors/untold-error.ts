import { GraphQLError } from 'graphql';

/**
 * Stands for each error of a field that will only be counted. It has a path, so that graphql-js takes it as it is: it makes an error
 * of its own for each of all others, which takes longer than the field did.
 */
export const untoldError = new GraphQLError('One of the errors that are only counted.', { path: [] });
