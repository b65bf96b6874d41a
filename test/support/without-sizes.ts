import type { Engine } from '../../src/storage/engines/engine.ts';
import { type BlockRange, checksumOf, formatManifest, parseManifest } from '../../src/storage/index/index-manifest.ts';
import { decodeNumbers, encodeNumbers, type NumberColumn } from '../../src/storage/index/number-block.ts';

/** Makes a release's index one of a version that wrote how many bytes a product shows nowhere. */
export async function takeSizesAway(engine: Engine, releaseId: number): Promise<void> {
  const { index_manifest } = await engine.reader
    .selectFrom('release')
    .select('index_manifest')
    .where('id', '=', releaseId)
    .executeTakeFirstOrThrow();
  const { slots, details, ...manifest } = parseManifest(releaseId, index_manifest);
  if (!slots || !details) throw new Error('The release has no checksums.');

  async function rewrite(block: number): Promise<number> {
    const { content } = await engine.reader
      .selectFrom('release_index_block')
      .select('content')
      .where('release_id', '=', releaseId)
      .where('block', '=', block)
      .executeTakeFirstOrThrow();
    const [checksums, ...others] = decodeNumbers(content).columns;
    if (others.length === 0) throw new Error('The block has no sizes.');
    const rewritten = encodeNumbers([checksums as NumberColumn]);
    await engine.writer
      .updateTable('release_index_block')
      .set({ content: rewritten })
      .where('release_id', '=', releaseId)
      .where('block', '=', block)
      .execute();
    return checksumOf(rewritten);
  }

  async function rewriteAll({ first, checksums }: BlockRange): Promise<BlockRange> {
    const rewritten: number[] = [];
    for (const at of checksums.keys()) rewritten.push(await rewrite(first + at));
    return { first, checksums: rewritten };
  }

  const older = { ...manifest, slots: await rewriteAll(slots), details: await rewriteAll(details) };
  await engine.writer
    .updateTable('release')
    .set({ index_manifest: formatManifest(older) })
    .where('id', '=', releaseId)
    .execute();
}
