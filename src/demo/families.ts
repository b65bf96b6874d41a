/** A parent with its children, and the variations, cells and matrix that tie them together. */
import type { VariationResource } from '../contract/product/meta.ts';
import type { ProductResource } from '../contract/product/product.ts';
import type { VariationMatrixResource } from '../contract/product/variation-matrix.ts';
import type { CatalogPlan } from './catalog-plans.ts';
import { demoId, draw } from './demo-id.ts';
import { productId, productRecordOf } from './product-record-of.ts';
import type { ParentSpec, ProductSpec } from './product-spec.ts';
import { type OptionSpec, type VariationSpec, variationSpecs } from './variation-specs.ts';

export interface Family {
  readonly spec: ProductSpec;
  readonly axes: readonly Axis[];
  /** The built combinations, in the order of the children: one option of each axis. */
  readonly cells: readonly (readonly OptionSpec[])[];
  readonly isDraft: (childIndex: number) => boolean;
}

/** A variation under the key that its ids are derived from: parents share variations. */
export interface Axis extends VariationSpec {
  readonly key: string;
}

/** The parent first, then its children, each made when it is needed. */
export function* familyRecords(family: Family, plan: CatalogPlan): Generator<ProductResource> {
  const { spec, axes, cells } = family;
  const parentId = productId(spec.key);
  const keys = cells.map((cell) => [spec.key, ...cell.map((option) => option.key)].join('-'));
  const children = keys.map((key) => ({ id: productId(key), type: 'product' }));
  yield productRecordOf(spec, plan, {
    productType: 'parent',
    attributes: { base_product: true },
    relationships: { children: { data: children } },
    meta: {
      variations: axes.map(toVariation),
      variation_matrix: toMatrix(
        axes,
        cells.map((cell, index) => ({ cell, productId: children[index]?.id ?? '' })),
      ),
    },
  });
  for (const [index, cell] of cells.entries()) {
    yield productRecordOf(spec, plan, {
      productType: 'child',
      key: keys[index] ?? spec.key,
      suffix: `, ${cell.map((option) => option.name).join(', ')}`,
      status: family.isDraft(index) ? 'draft' : 'live',
      modifiers: cell.flatMap((option) => option.modifier ?? []),
      // NOTE: Every seventh child ties with its elder sibling, so that their order is only settled by their ids.
      timesFrom: keys[index % 7 === 6 ? index - 1 : index] ?? spec.key,
      attributes: { base_product_id: parentId },
      relationships: { parent: { data: { id: parentId, type: 'product' } } },
    });
  }
}

/** The family that a specification describes: of all combinations, those that the name's draw leaves. */
export function toFamily(spec: ParentSpec): Family {
  const axes = spec.variations.map((key): Axis => ({ key, ...variationSpecs[key] }));
  const all = combinations(axes).map((cell) => {
    return { cell, rank: draw(`cell/${spec.key}/${cell.map(({ key }) => key).join('/')}`, 2 ** 32) };
  });
  const limit = all.map(({ rank }) => rank).sort((a, b) => a - b)[spec.children - 1] ?? Number.POSITIVE_INFINITY;
  return {
    spec,
    axes,
    cells: all.filter(({ rank }) => rank <= limit).map(({ cell }) => cell),
    isDraft: (index) => spec.drafts === 'all' || (spec.drafts === 'some' && index % 6 === 4),
  };
}

/** Every way of taking one option of each axis, the last axis changing fastest. */
export function combinations(axes: readonly Axis[]): OptionSpec[][] {
  return axes.reduce<OptionSpec[][]>(
    (cells, { options }) => cells.flatMap((cell) => options.map((option) => [...cell, option])),
    [[]],
  );
}

function toVariation(axis: Axis, position: number): VariationResource {
  const options = axis.options.map((option, place) => {
    return { id: optionId(axis, option), name: option.name, sort_order: place, description: option.text };
  });
  return { id: demoId(`variation/${axis.key}`), name: axis.name, sort_order: position, options };
}

interface MutableMatrix {
  [optionId: string]: MutableMatrix | string;
}

function toMatrix(
  axes: readonly Axis[],
  built: readonly { readonly cell: readonly OptionSpec[]; readonly productId: string }[],
): VariationMatrixResource {
  const ids = new Map(axes.flatMap((axis) => axis.options.map((option) => [option, optionId(axis, option)] as const)));
  const matrix: MutableMatrix = {};
  for (const { cell, productId } of built) {
    let level = matrix;
    for (const [depth, option] of cell.entries()) {
      const key = ids.get(option) ?? '';
      if (depth === cell.length - 1) level[key] = productId;
      else {
        level[key] ??= {};
        level = level[key] as MutableMatrix;
      }
    }
  }
  return matrix;
}

function optionId(axis: Axis, option: OptionSpec): string {
  return demoId(`option/${axis.key}/${option.key}`);
}
