/**
 * The place of the one instance that sends. Its holder keeps counting up in the database, and is taken for gone when it has not for a while;
 * clocks of instances are never compared.
 */
import { randomUUID } from 'node:crypto';
import type { HeldPlace } from '../domain/held-place.ts';
import type { WebhookStore } from '../domain/webhook/ports.ts';

export interface SenderPlaceOptions {
  readonly store: Pick<WebhookStore, 'findSender' | 'take' | 'leave'>;
  readonly monotonicNow: () => number;
}

const goneAfterMs = 5000;

export function createSenderPlace({ store, monotonicNow }: SenderPlaceOptions) {
  const holder = randomUUID();
  let known: (HeldPlace & { readonly seenAt: number }) | null = null;
  let heldSince: number | null = null;

  return {
    /** Whether it is ours: taken where it is free, and kept by counting up. */
    async take(): Promise<boolean> {
      const now = monotonicNow();
      const sender = await store.findSender();
      if (sender.beat !== known?.beat) known = { ...sender, seenAt: now };
      const isFree = sender.holder === null || sender.holder === holder || now - known.seenAt >= goneAfterMs;
      const hasIt = isFree && (await store.take(holder, sender));
      heldSince = hasIt ? now : null;
      return hasIt;
    },

    /** Somebody else may have it when we have not counted up for long. */
    isOurs: () => heldSince !== null && monotonicNow() - heldSince < goneAfterMs / 2,

    async leave(): Promise<void> {
      if (heldSince === null) return;
      heldSince = null;
      await store.leave(holder);
    },
  };
}
