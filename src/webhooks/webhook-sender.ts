/**
 * Tells addresses what happened to catalogs: at least once, and for each catalog in the order in which it happened. Of all instances one
 * sends (`sender-place.ts`).
 */
import type { WebhookStore } from '../domain/webhook/ports.ts';
import { signatureHeaders } from '../domain/webhook/signature.ts';
import type { DueDelivery } from '../domain/webhook/webhook.ts';
import { createBell } from '../lib/bell.ts';
import { type Message, NotTaken } from './post-message.ts';
import { longestPauseMs, pauseAfter } from './retry-schedule.ts';
import { createSenderPlace } from './sender-place.ts';

export interface WebhookSenderOptions {
  readonly store: WebhookStore;
  /** @throws NotTaken */
  readonly post: (message: Message) => Promise<void>;
  readonly giveUpAfterMs: number;
  /** For so long may an instance answer from what was published before. */
  readonly directoryMaxAgeMs: number;
  readonly monotonicNow: () => number;
  /** Of the messages' signatures alone. */
  readonly now: () => Date;
  readonly events: SenderEvents;
}

export interface SenderEvents {
  onTaken(delivery: Named): void;
  onNotTaken(delivery: Named, reason: string): void;
  onGivenUp(delivery: Named, reason: string): void;
  /** Told of what the store says, once until it can be read again, or of a bug. */
  onFailed(error: unknown): void;
}

type Named = Pick<DueDelivery, 'webhookId' | 'messageId' | 'attempts'>;

export interface WebhookSender {
  start(): void;
  /** Resolves when nothing is being sent, and the place is left to others. */
  stop(): Promise<void>;
}

const lookEveryMs = 500;
const marginMs = 100;
const atATime = 16;
const atATimeToOne = 4;

export function createWebhookSender(options: WebhookSenderOptions): WebhookSender {
  const { store, events } = options;
  const place = createSenderPlace(options);
  const settling = createSettling(options);
  const bell = createBell();
  // The next one of its catalog has its turn when one is done.
  const deliveries = createDeliveries(options, bell.ring);
  let isStopping = false;
  let loop: Promise<void> | null = null;
  const looks = tellFirst(events.onFailed);

  async function look(): Promise<void> {
    const newest = await store.findNewestPending(settling.newest);
    if (newest === null) return place.leave();
    const settled = settling.see(newest);
    if (!(await place.take())) return;
    deliveries.beforeLook();
    const now = await store.readClock();
    const latest = new Date(now.getTime() + longestPauseMs);
    const due = await store.listDue(now.toISOString(), latest.toISOString());
    if (!place.isOurs()) return;
    for (const delivery of due) if (Number(delivery.id) <= settled) deliveries.begin(delivery);
  }

  async function keepLooking(): Promise<void> {
    while (!isStopping) {
      await look().then(looks.worked, looks.failed);
      if (!isStopping) await bell.wait(lookEveryMs);
    }
    await deliveries.untilDone();
    await place.leave().catch(events.onFailed);
  }

  return {
    start() {
      loop ??= keepLooking();
    },

    async stop() {
      isStopping = true;
      bell.ring();
      await loop;
    },
  };
}

/** Of failures that follow one another, the first. */
function tellFirst(tell: (error: unknown) => void) {
  let isFailing = false;
  return {
    worked: () => {
      isFailing = false;
    },
    failed: (error: unknown) => {
      if (!isFailing) tell(error);
      isFailing = true;
    },
  };
}

/** Those that are being sent: one at a time of each address and catalog, some at a time in all, and few to one address. */
function createDeliveries(options: WebhookSenderOptions, onDone: () => void) {
  const running = new Map<string, { readonly webhookId: string; readonly done: Promise<void> }>();
  const ended = new Set<string>();
  return {
    /** Before it is read what is due: what ends from now on may be among it still. */
    beforeLook: () => ended.clear(),

    begin(delivery: DueDelivery): void {
      const { id, webhookId, catalogId } = delivery;
      const key = JSON.stringify([webhookId, catalogId]);
      const toOne = [...running.values()].filter((one) => one.webhookId === webhookId);
      if (ended.has(id) || running.has(key)) return;
      if (running.size >= atATime || toOne.length >= atATimeToOne) return;
      const done = deliver(delivery, options)
        .finally(() => {
          ended.add(id);
          running.delete(key);
        })
        .then(onDone, options.events.onFailed);
      running.set(key, { webhookId, done });
    },

    untilDone: () => Promise.all([...running.values()].map(({ done }) => done)),
  };
}

/**
 * A receiver requests the catalog at once, and any instance may answer: by then each must have read what the message is about. Numbers grow in
 * the order of commits, so whatever is not above one that was seen a while ago is at least as old.
 */
function createSettling({ directoryMaxAgeMs, monotonicNow }: WebhookSenderOptions) {
  const seen: { readonly number: number; readonly at: number }[] = [];
  let settled = 0;
  return {
    get newest() {
      return seen.at(-1)?.number ?? settled;
    },

    /** The number up to which all instances must have read. */
    see(newest: string): number {
      const at = monotonicNow();
      if (Number(newest) > this.newest) seen.push({ number: Number(newest), at });
      for (let first = seen[0]; first && at - first.at >= directoryMaxAgeMs + marginMs; first = seen[0]) {
        settled = first.number;
        seen.shift();
      }
      return settled;
    },
  };
}

async function deliver(
  delivery: DueDelivery,
  { store, post, giveUpAfterMs, now, events }: WebhookSenderOptions,
): Promise<void> {
  const { id, url, secret, body, messageId } = delivery;
  const signed = signatureHeaders({ id: messageId, sentAt: now(), body }, secret);
  const reason = await post({ url, body, headers: { 'content-type': 'application/json', ...signed } }).then(
    () => null,
    (error: unknown) => {
      if (error instanceof NotTaken) return error.message;
      throw error;
    },
  );
  if (reason === null) {
    await store.removeDelivery(id);
    return events.onTaken(delivery);
  }
  const attempts = delivery.attempts + 1;
  const failedAt = await store.readClock();
  const time = failedAt.getTime();
  const told = { ...delivery, attempts };
  if (time - Date.parse(delivery.pendingSince) >= giveUpAfterMs) {
    await store.giveUp(id, { attempts, error: reason, failedAt: failedAt.toISOString() });
    return events.onGivenUp(told, reason);
  }
  const nextAttemptAt = new Date(time + pauseAfter(attempts, Math.random())).toISOString();
  await store.retryLater(id, { attempts, error: reason, nextAttemptAt });
  events.onNotTaken(told, reason);
}
