/**
 * What a release's products show is read into memory as soon as some of it is first requested: a page that nobody has requested before is
 * written from memory as any other (docs/decisions/0032-slots-are-read-ahead.md).
 */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import { directoryMaxAgeMs, longestNoticeMs } from '../../domain/release/notice.ts';
import type { Engine } from '../engines/engine.ts';
import { listServed } from './served-releases.ts';
import type { ShownMemory } from './slot-memory.ts';
import type { SlotRows } from './slot-rows.ts';

/** Whether, and until when. */
export interface ReadingAhead {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onFailed: (error: unknown) => void;
  /** Runs it as no part of the request that begins it: of neither its trace nor its statements. */
  readonly apart: <Result>(run: () => Result) => Result;
  /** Releases that are read, or were and have not been forgotten since. */
  readonly begun: Readonly<Record<ShownPart, Set<number>>>;
}

export interface ReadAheadOptions extends ReadingAhead {
  readonly releaseId: number;
  readonly shown: ShownMemory;
  readonly part: ShownPart;
  /** Of that part. */
  readonly rows: SlotRows;
}

/** To be called when something has not been in memory. What fails is told, and tried again at the next call. */
export function createReadAhead(engine: Engine, options: ReadAheadOptions): () => void {
  const { releaseId, part, signal, onFailed, apart } = options;
  const begun = options.begun[part];
  let againAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (begun.has(releaseId) || performance.now() < againAt) return;
    begun.add(releaseId);
    const end = () => begun.delete(releaseId);
    apart(() => readAhead(engine, options)).then(
      (isShown) => {
        if (isShown) return;
        end();
        againAt = performance.now() + againMs;
      },
      (error) => {
        end();
        if (!signal.aborted) onFailed(error);
      },
    );
  };
}

/**
 * Of a release that is current, as much as there is room for when what others show is forgotten that are not; of one that was announced, as
 * much as there is room for beside these, and the rest when it is current. False: it is neither, and may be later. Whoever asks for what is
 * damaged is told of it.
 */
async function readAhead(engine: Engine, options: ReadAheadOptions): Promise<boolean> {
  const { releaseId, shown, part, rows, begun, signal } = options;
  const findPlace = async () => {
    const { current, announced, all: served } = await listServed(engine);
    const place = current.has(releaseId) ? 'current' : announced.has(releaseId) ? 'announced' : null;
    return { place, served };
  };
  /** Forgets what no release shows that is current or announced. */
  const makeRoom = async () => {
    const { place, served } = await findPlace();
    for (const memory of Object.values(shown)) memory.forgetOthers(served);
    for (const ids of Object.values(begun)) for (const id of ids) if (!served.has(id)) ids.delete(id);
    return place;
  };
  let place = await makeRoom();
  if (place === null) return false;
  let next: number | null = 0;
  const readOn = async () => {
    for (let tookMs = 0; next !== null && shown[part].hasRoom(); ) {
      // Others get their turn; of what nobody waits for, they get most of the time.
      await (place === 'announced' ? setTimeout(restFactor * tookMs, undefined, { signal }) : setImmediate());
      if (signal.aborted) return;
      const begunAt = performance.now();
      next = await rows.loadNeighbours(next);
      tookMs = performance.now() - begunAt;
    }
  };
  await readOn();
  if (place === 'current') return true;
  for (let waitedMs = 0; place === 'announced' && waitedMs < longestNoticeMs; waitedMs += lookEveryMs) {
    await setTimeout(lookEveryMs, undefined, { signal });
    ({ place } = await findPlace());
  }
  if (place !== 'current') return false;
  // What it takes the place of is requested until this process has seen it, too.
  await setTimeout(directoryMaxAgeMs, undefined, { signal });
  place = await makeRoom();
  if (place === 'current') await readOn();
  return place === 'current';
}

/** Of the time that reading takes. */
const restFactor = 4;
const lookEveryMs = 500;
/** Before it is looked again whether a release has become current that was not. */
const againMs = 1000;
