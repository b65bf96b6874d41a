/**
 * What a release's products show is read into memory as soon as some of it is first requested: a page that nobody has requested before is
 * written from memory as any other (docs/decisions/0032-slots-are-read-ahead.md).
 */
import { setImmediate } from 'node:timers/promises';
import type { ShownPart } from '../../domain/product/shown-product.ts';
import type { Engine } from '../engines/engine.ts';
import type { ShownMemory } from './slot-memory.ts';
import type { SlotRows } from './slot-rows.ts';

/** Whether, and until when. */
export interface ReadingAhead {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly onFailed: (error: unknown) => void;
  /** Runs it as no part of the request that begins it: of neither its trace nor its statements. */
  readonly apart: <Result>(run: () => Result) => Result;
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
  let isStarted = false;
  return () => {
    if (isStarted) return;
    isStarted = true;
    const reading = options.apart(() => readAhead(engine, options));
    reading.catch((error) => {
      isStarted = false;
      if (!options.signal.aborted) options.onFailed(error);
    });
  };
}

/**
 * Of a release that is current, as much as there is room for when what others show is forgotten that are not. Whoever asks for what
 * is damaged is told of it.
 */
async function readAhead(engine: Engine, options: ReadAheadOptions): Promise<void> {
  const { releaseId, shown, part, rows, signal } = options;
  const current = await listCurrent(engine);
  if (!current.has(releaseId)) return;
  for (const memory of Object.values(shown)) memory.forgetOthers(current);
  for (let next: number | null = 0; next !== null && shown[part].hasRoom(); ) {
    // Others get their turn.
    await setImmediate();
    if (signal.aborted) return;
    next = await rows.loadNeighbours(next);
  }
}

async function listCurrent({ reader }: Engine): Promise<ReadonlySet<number>> {
  const rows = await reader
    .selectFrom('catalog')
    .select('current_release_id')
    .where('current_release_id', 'is not', null)
    .execute();
  return new Set(rows.map(({ current_release_id: id }) => id as number));
}
