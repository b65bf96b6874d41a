/** The schema: each noun's module adds its types, queries and mutations; none of them runs before `toSchema`. */
import './scalars.ts';
import '../catalog/catalog.ts';
import '../catalog/catalog-released.ts';
import '../catalog/node-tree.ts';
import '../product/product.ts';
import '../product/product-by.ts';
import '../product/product-images.ts';
import '../product/product-nodes.ts';
import '../product/product-prices.ts';
import '../product/product-children.ts';
import '../product/product-variation.ts';
import '../subscription/subscription.ts';
import '../application-key/application-key.ts';
import '../custom-field/custom-field.ts';
import './node.ts';
import '../errors/error-extensions.ts';
import '../limits/query-limits.ts';
import '../capabilities/capabilities.ts';
import { specifiedDirectives } from 'graphql';
import { chargeFields } from '../limits/charge-fields.ts';
import { introspectInTurns } from '../limits/introspect-in-turns.ts';
import { idempotentDirective } from '../writes/idempotent.ts';
import { builder } from './builder.ts';
import { constraintDirective } from './constraint.ts';
import { resolveIdsAtOnce } from './resolve-ids-at-once.ts';
import { sortInPlace } from './sort-in-place.ts';

const made = builder.toSchema({
  sortSchema: false,
  directives: [...specifiedDirectives, idempotentDirective, constraintDirective],
});

export const schema = introspectInTurns(chargeFields(resolveIdsAtOnce(sortInPlace(made))));
