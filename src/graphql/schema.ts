/** The schema: each noun's module adds its types, queries and mutations; none of them runs before `toSchema`. */
import './scalars.ts';
import './catalog.ts';
import './product.ts';
import './product-prices.ts';
import './product-variation.ts';
import './subscription.ts';
import './application-key.ts';
import './custom-field.ts';
import './node.ts';
import './query-limits.ts';
import { specifiedDirectives } from 'graphql';
import { builder } from './builder.ts';
import { constraintDirective } from './constraint.ts';
import { idempotentDirective } from './idempotent.ts';
import { inContextDirective } from './in-context.ts';

export const schema = builder.toSchema({
  sortSchema: true,
  directives: [...specifiedDirectives, inContextDirective, idempotentDirective, constraintDirective],
});
