/** One product by whatever a URL holds. */
import { excerpt, expectNoFault, refusal, unknownReference } from '../../domain/errors.ts';
import { filterValueConstraint } from '../../domain/filter/canonical-filter.ts';
import { identifierConstraint } from '../../domain/input/identifiers.ts';
import { characterFault, type Fault } from '../../domain/input/text.ts';
import type { Violation } from '../../domain/input/violations.ts';
import type { ProductLookup } from '../../domain/product/ports.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy, idConstrainedBy } from '../schema/constraint.ts';
import { toResourceId } from '../schema/global-id.ts';
import type { CatalogView } from '../view/catalog-view.ts';
import { contextArgument } from '../view/context-input.ts';
import { getProduct } from './product.ts';
import { ProductType } from './product-ref.ts';

const ProductLookupInput = builder.inputType('ProductLookup', {
  isOneOf: true,
  description: 'What names one product of a catalog: give exactly one member. Upper and lower case differ.',
  fields: (t) => ({
    id: t.id(idConstrainedBy(identifierConstraint, "The global id, or the platform's own.")),
    slug: t.string(constrainedBy(filterValueConstraint, 'The slug, which no two products of a catalog share.')),
    sku: t.string(
      constrainedBy(filterValueConstraint, 'The stock keeping unit, which no two products of a catalog share.'),
    ),
  }),
});

builder.queryField('productBy', (t) =>
  t.field({
    type: ProductType,
    nullable: true,
    description:
      "The live product of the shopper's catalog with this id, slug or sku. NOT_FOUND, and null, where there is none. Batched.",
    args: {
      context: t.arg(contextArgument),
      by: t.arg({ type: ProductLookupInput, required: true, description: 'What names the product.' }),
    },
    resolve: (_root, { by, context }, { views }) => {
      const { view, faults } = views.read(context);
      if (by.id != null) return getProduct({ id: toResourceId('Product', by.id), path: ['by', 'id'] }, view, faults);
      const lookup =
        by.slug != null
          ? ({ attribute: 'slug', value: by.slug } as const)
          : ({ attribute: 'sku', value: by.sku ?? '' } as const);
      return findProduct(lookup, view, faults);
    },
  }),
);

/** @throws DomainError VALIDATION_FAILED, NOT_FOUND */
async function findProduct(lookup: ProductLookup, { loaders }: CatalogView, faults: readonly Violation[]) {
  const { attribute, value } = lookup;
  const path = ['by', attribute];
  const fault: Fault | null =
    value === '' ? { rule: 'minLength', problem: 'must not be empty' } : characterFault(value);
  expectNoFault(path, fault, faults);
  const product = await loaders.productBy.load(lookup);
  if (product) return product;
  throw refusal([unknownReference(path, `No product with the ${attribute} '${excerpt(value)}' was found.`)]);
}
