import { detailLines } from '../../domain/product/product-details.ts';
import { countLines, type ShownProduct } from '../../domain/product/shown-product.ts';
import { inTurns } from '../in-turns.ts';
import type { BytesBudget } from '../long-texts.ts';
import { readMissing } from '../read-missing.ts';
import type { SlotMemory } from './slot-memory.ts';
import type { SlotRows } from './slot-rows.ts';

/**
 * What the products of lists of one release show. Null: the details that are wanted of a list are not all there.
 * @throws DamagedIndex; DomainError LIMIT_EXCEEDED where it has more bytes than a response may
 */
export type ReadShown = (
  lists: readonly ShownList[],
  budget: BytesBudget,
) => Promise<readonly (readonly ShownProduct[] | null)[]>;

export interface ShownList {
  /** In this order. */
  readonly ordinals: readonly number[];
  readonly withDetails: boolean;
}

/** One part of what the products show. */
type ReadPart = (
  lists: readonly (readonly number[])[],
  budget: BytesBudget,
) => Promise<readonly (readonly ShownProduct[])[]>;

/** `readDetails` null: the release has none. */
export function createReadShown(readSlots: ReadPart, readDetails: ReadPart | null): ReadShown {
  return async (lists, budget) => {
    const wantsDetails = lists.some(({ withDetails }) => withDetails);
    const isRead = ({ withDetails }: ShownList) => !withDetails || readDetails !== null;
    const [slots, details] = await Promise.all([
      readSlots(
        lists.map((list) => (isRead(list) ? list.ordinals : [])),
        budget,
      ),
      wantsDetails
        ? readDetails?.(
            lists.map(({ ordinals, withDetails }) => (withDetails ? ordinals : [])),
            budget,
          )
        : null,
    ]);
    return lists.map(({ withDetails }, at) => {
      const shown = slots[at] ?? [];
      if (!withDetails) return shown;
      const ofList = details?.[at];
      if (!ofList?.every((text) => countLines(text) === detailLines)) return null;
      return shown.map((product, place) => ({ ...product, details: ofList[place] as ShownProduct }));
    });
  };
}

export interface ReadPartOptions {
  readonly releaseId: number;
  readonly memory: SlotMemory;
  readonly rows: SlotRows;
  /** Called when something has not been in memory. */
  readonly onMissing: () => void;
}

/** That are read in one turn. */
const rowsAtATime = 500;

/** Those that are not in memory in one statement. */
export function createReadPart({ releaseId, memory, rows, onMissing }: ReadPartOptions): ReadPart {
  return async (lists, budget) => {
    memory.noteRead();
    const found = lists.map((ordinals) => ordinals.map((ordinal) => memory.find(releaseId, ordinal)));
    return readMissing(lists, found, async (missing) => {
      const loaded = new Map<number, ShownProduct>();
      await inTurns(missing, rowsAtATime, async (some) => {
        for (const [ordinal, shown] of await rows.load(some, budget)) loaded.set(ordinal, shown);
      });
      onMissing();
      return loaded;
    });
  };
}
