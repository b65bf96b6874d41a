import type { DeltaPart, DeltaQuery, ReleaseStore } from './ports.ts';

/** How many looks at some hundred products each make a part, where little changed. */
const looksOfAPart = 40;

/** Ends with the first look that finds something: a part is some megabytes at the most. */
export async function readDelta(
  releases: Pick<ReleaseStore, 'listChanges' | 'getManyTexts'>,
  { releaseId, since, after }: Omit<DeltaQuery, 'catalogId'>,
): Promise<DeltaPart> {
  const removedIds: string[] = [];
  let place: string = after;
  for (let looks = 0; looks < looksOfAPart; looks += 1) {
    const changes = await releases.listChanges(releaseId, since, place);
    removedIds.push(...changes.removedIds);
    const texts = await releases.getManyTexts(releaseId, 'products', changes.changedIds);
    if (texts.size > 0 || changes.lookedUpTo === null)
      return { removedIds, texts: [...texts.values()], after: changes.lookedUpTo };
    place = changes.lookedUpTo;
  }
  return { removedIds, texts: [], after: place };
}
