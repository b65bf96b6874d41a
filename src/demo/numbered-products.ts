/**
 * As many products as a benchmark wants: parents cut from the believable store's cloth, numbered, with their children.
 * The first parent has half of all products as its children, 10,000 at most, all of them live; each other one has 48 or 49
 * of them, so that a store of a million has 20,000 parents, and parents are alike in stores of any size.
 */
import type { ProductResource } from '../contract/product/product.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { parentSpecs } from './catalog-products.ts';
import { type Axis, combinations, type Family, familyRecords } from './families.ts';
import type { ProductSpec } from './product-spec.ts';

/** Another parent than the first, with its children: about that many, whatever the store's size. */
const productsOfOneParent = 49.5;

/** Fewer would not leave a child for each parent. */
export const minNumberedProducts = 100;

export function* numberedProducts(total: number, plan: CatalogPlan): Generator<ProductResource> {
  const largest = Math.min(10_000, Math.floor(total / 2));
  const parents = Math.max(2, 1 + Math.floor((total - largest - 1) / productsOfOneParent));
  const others = total - parents - largest;
  for (let index = 0; index < parents; index += 1) {
    const share = Math.floor((others * index) / (parents - 1)) - Math.floor((others * (index - 1)) / (parents - 1));
    yield* familyRecords(toNumberedFamily(index, index === 0 ? largest : share), plan);
  }
}

function toNumberedFamily(index: number, children: number): Family {
  const { name, text, eur, nodes, tags, grams, care, sale } = pickSpec(index);
  const spec: ProductSpec = {
    ...{ key: `numbered-${index}`, name: `${name} No. ${index}`, text, eur, nodes, tags },
    ...(grams && { grams }),
    ...(care && { care }),
    ...(sale && { sale }),
  };
  const axes = toAxes(children);
  const isDraft = (child: number) => index > 0 && child % 40 === 39;
  return { spec, axes, cells: combinations(axes).slice(0, children), isDraft };
}

function pickSpec(index: number): ProductSpec {
  const spec = parentSpecs[index % parentSpecs.length];
  if (spec === undefined) throw new Error('The demo store has no parents.');
  return spec;
}

/** Variations with at least as many combinations as there are children: two, or three of about the same size. */
function toAxes(children: number): Axis[] {
  if (children <= 64) return [toAxis('Size', 7), toAxis('Colour', Math.ceil(children / 7))];
  const side = Math.ceil(Math.cbrt(children));
  return [toAxis('Size', side), toAxis('Colour', side), toAxis('Length', Math.ceil(children / side ** 2))];
}

function toAxis(name: string, count: number): Axis {
  const options = Array.from({ length: count }, (_, at) => {
    return { key: `${name[0]?.toLowerCase()}${at + 1}`, name: `${name} ${at + 1}`, text: `${name} number ${at + 1}` };
  });
  return { key: `numbered/${name}`, name, options };
}
