/** What facets are counted from: the tags, types and options of products, and who is whose child. Parents are found with their children, too. */
import type { Child, Families, FamilyRow } from './families.ts';
import { collectFamilies, type FamilyCollector } from './family-blocks.ts';
import { growingUint32 } from './growing-columns.ts';
import { type GrowingPairs, growingPairs } from './growing-pairs.ts';
import type { BlockRange, IndexManifest, NamedRange, RelationName } from './index-manifest.ts';
import type { IndexedParent, IndexedRow } from './indexed-rows.ts';
import { createTextCollector, type TextCollector } from './numbered-texts.ts';
import { segmentSize } from './postings.ts';
import { createRelationCollector, type RelationCollector } from './relation.ts';
import { createSegmentBuilder } from './segment-builder.ts';
import { termOf } from './term.ts';
import type { BlockWriter } from './write-blocks.ts';

export interface FacetRow extends FamilyRow, Pick<IndexedRow, 'labels'> {}

export interface FacetParts {
  /** In the order of the lists. */
  add(ordinal: number, row: FacetRow): void;
  write(writer: BlockWriter, size: number): Promise<Pick<Required<IndexManifest>, 'facets' | 'families'>>;
}

/** An option, as it stands among the texts. */
export interface StoredOption {
  readonly id: string;
  readonly name: string | null;
  readonly variation: { readonly id: string; readonly name: string | null };
}

export function createFacetParts(families: Families): FacetParts {
  const texts = { tags: createTextCollector(), types: createTextCollector(), options: createTextCollector() };
  const relations = {
    ...{ tags: createRelationCollector(), types: createRelationCollector() },
    ...{ options: createRelationCollector(), shownOptions: createRelationCollector() },
    ...{ children: createRelationCollector(), parents: createRelationCollector() },
  };
  const optionIds: OptionPairs = { numbers: new Map(), pairs: growingPairs(growingUint32()) };

  function collectOptions({ variations }: IndexedParent): void {
    for (const { id, name, options } of variations) {
      const variation = { id, name: name ?? null };
      for (const option of options) {
        const stored: StoredOption = { id: option.id, name: option.name ?? null, variation };
        texts.options.numberOf(option.id, () => JSON.stringify(stored));
      }
    }
  }

  /** Each once: tags that a record has in several cases are the same one in lower case. */
  function relateTexts(kind: 'tags' | 'types', ordinal: number, values: readonly string[]): void {
    for (const text of new Set(values)) {
      const number = texts[kind].numberOf(text);
      if (number !== null) relations[kind].add(ordinal, number);
    }
  }

  return {
    add(ordinal, row) {
      relateTexts('types', ordinal, row.labels.types);
      relateTexts('tags', ordinal, row.labels.tags);
      if (row.parent) collectOptions(row.parent);
      families.add(row);
    },

    async write(writer, size) {
      const familyBlocks = collectFamilies();
      await relate(families, { options: texts.options, relations, optionIds, familyBlocks });
      const facets = {
        relations: await writeEach(relations, (relation) => relation.write(writer, size)),
        texts: await writeEach(texts, (collected) => collected.write(writer)),
        optionTerms: await writeOptionTerms(writer, size, optionIds),
      };
      return { facets, families: await familyBlocks.write(writer) };
    },
  };
}

async function writeEach<Name extends string, Collector>(
  collectors: Readonly<Record<Name, Collector>>,
  write: (collector: Collector) => Promise<BlockRange>,
): Promise<NamedRange<Name>[]> {
  const written: NamedRange<Name>[] = [];
  for (const name of Object.keys(collectors) as Name[]) {
    written.push({ name, ...(await write(collectors[name])) });
  }
  return written;
}

interface Collected {
  readonly options: TextCollector;
  readonly relations: Readonly<Record<RelationName, RelationCollector>>;
  readonly optionIds: OptionPairs;
  readonly familyBlocks: FamilyCollector;
}

/** Of all parents with their children. */
async function relate(families: Families, collected: Collected): Promise<void> {
  for await (const some of families.families()) {
    for (const { parentId, ordinal, children } of some) {
      const shown = new Set(children.flatMap((child) => relateChild(ordinal, child, collected)));
      for (const number of shown) collected.relations.shownOptions.add(ordinal, number);
      const ofChildren = children.map((child) => child.ordinal);
      collected.familyBlocks.add(parentId, ofChildren);
    }
  }
}

/** Returns the numbers of its options. */
function relateChild(
  parent: number,
  { ordinal, optionIds }: Child,
  { options, relations, optionIds: { numbers, pairs } }: Collected,
): number[] {
  relations.children.add(parent, ordinal);
  relations.parents.add(ordinal, parent);
  return optionIds.flatMap((id) => {
    const numberOfId = numbers.get(id) ?? numbers.size;
    numbers.set(id, numberOfId);
    pairs.add(ordinal, numberOfId);
    const number = options.find(id);
    if (number === null) return [];
    relations.options.add(ordinal, number);
    relations.shownOptions.add(ordinal, number);
    return [number];
  });
}

/** Of each child the numbers of its options' ids, without an end to these: of the texts only the first ones are numbered. */
interface OptionPairs {
  readonly numbers: Map<string, number>;
  readonly pairs: GrowingPairs<Uint32Array>;
}

/** Blocks of terms as those of a segment are, of the options of its children. */
async function writeOptionTerms(writer: BlockWriter, size: number, { numbers, pairs }: OptionPairs) {
  const terms = Array.from(numbers.keys(), (id) => termOf('option', id));
  const { valuesOf } = pairs.group();
  const segments: BlockRange[] = [];
  for (let first = 0; first < size; first += segmentSize) {
    const builder = createSegmentBuilder();
    for (let ordinal = first; ordinal < Math.min(size, first + segmentSize); ordinal += 1) {
      const own = Array.from(valuesOf(ordinal), (number) => terms[number] as string);
      builder.add(ordinal - first, own);
    }
    segments.push(await writer.write(builder.blocks()));
  }
  return segments;
}
