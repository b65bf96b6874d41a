import type { HeldPlace, HeldPlaceStore } from '../held-place.ts';
import type { DueDelivery, FailedDelivery, Webhook, WebhookWithSecret } from './webhook.ts';

/** Webhooks, what they are still to be told, and the place of who tells them. */
export interface WebhookStore extends HeldPlaceStore {
  /** By which messages are tried again and given up: the same for all who share the store. */
  readClock(): Promise<Date>;
  list(): Promise<Webhook[]>;
  insert(webhook: WebhookWithSecret): Promise<void>;
  /** With what it was still to be told; false: there is none of that id. */
  remove(id: string): Promise<boolean>;
  /** The number of the newest one that is to be sent, now or later, or of any, where none is newer than `after`; null: there is none. */
  findNewestPending(after?: number): Promise<string | null>;
  /** How many messages wait to be taken, and since when the oldest does; `since` is null where none do. */
  countPending(): Promise<{ readonly count: number; readonly since: string | null }>;
  /**
   * Of each address and catalog the first one that is to be sent, where its time has come; with their secrets. `latest`: what is to come after that
   * moment was put off by a clock that was ahead, and is due, too; absent: nothing is.
   */
  listDue(now: string, latest?: string): Promise<DueDelivery[]>;
  /** It was taken: nothing of it is kept. */
  removeDelivery(id: string): Promise<void>;
  retryLater(id: string, attempt: FailedAttempt & { readonly nextAttemptAt: string }): Promise<void>;
  giveUp(id: string, attempt: FailedAttempt & { readonly failedAt: string }): Promise<void>;
  /** The latest first. */
  listFailed(limit: number): Promise<FailedDelivery[]>;
  /** Those that were given up are sent again: that one, or with null all of them. Returns how many. */
  replay(id: string | null, now: string): Promise<number>;
  /** Who sends now. */
  findSender(): Promise<HeldPlace>;
}

export interface FailedAttempt {
  readonly attempts: number;
  readonly error: string;
}
