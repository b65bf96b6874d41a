import type { RequestContext } from '../request-context.ts';
import type { DeltaPart, DeltaQuery, ReleaseStore } from './ports.ts';

/** How many looks at some hundred products each make a part, where little changed. */
const looksOfAPart = 40;
/** With so many a part is complete; the last look may bring as many again. */
const enough = { texts: 500, characters: 2 ** 21 } as const;

/** As much as some looks find: whoever follows a release that changes a little all over needs few parts, of some megabytes at the most. */
export async function readDelta(
  releases: Pick<ReleaseStore, 'listChanges' | 'getManyTexts'>,
  requestContext: RequestContext,
  { releaseId, since, after }: Omit<DeltaQuery, 'catalogId'>,
): Promise<DeltaPart> {
  const removedIds: string[] = [];
  const texts: string[] = [];
  let characters = 0;
  let place: string | null = after;
  for (let looks = 0; looks < looksOfAPart && place !== null; looks += 1) {
    const changes = await releases.listChanges(releaseId, since, place);
    removedIds.push(...changes.removedIds);
    const changed = await releases.getManyTexts(requestContext, { releaseId, of: 'products' }, changes.changedIds);
    for (const text of changed.values()) {
      texts.push(text);
      characters += text.length;
    }
    place = changes.lookedUpTo;
    if (texts.length >= enough.texts || characters >= enough.characters) break;
  }
  return { removedIds, texts, after: place };
}
