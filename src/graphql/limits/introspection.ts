import { GraphQLError, type ValidationRule } from 'graphql';
import { isIntrospection } from './field-price.ts';

/** Where the schema is not for everybody. `__typename` is no secret: clients put it into every selection. */
export const NoIntrospectionRule: ValidationRule = (context) => ({
  Field(node) {
    const { value: name } = node.name;
    if (!isIntrospection({ name })) return;
    const message = `Introspection is off here, so '${name}' can not be queried. The schema is published with the gateway.`;
    context.reportError(new GraphQLError(message, { nodes: node }));
  },
});
