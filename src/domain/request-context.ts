import type { CatalogDirectory } from './catalog/catalog.ts';
import type { UpstreamScope } from './upstream-scope.ts';
import type { WorkBudget } from './work-budget.ts';

/**
 * The actor of a request, its context and its time: the first parameter of every service method. There is no ambient state.
 */
export interface RequestContext {
  /** Unique to the request; in every log line and every error. */
  readonly requestId: string;
  /** Null: no token was sent. A token that is not valid never gets as far as a request context. */
  readonly actor: Actor | null;
  /** With whom it shares a turn where work waits: a client that has proved its secret, or else an address. */
  readonly clientKey: string;
  /** The shopper's channel (`EP-Channel`), '' when none: fits only rules without channels. */
  readonly channel: string;
  /** The shopper's tag (`EP-Context-Tag`), '' when none. */
  readonly tag: string;
  /** The wish as it was sent (`Accept-Language`, RFC 9110), '' when none. */
  readonly language: string;
  /** Names a write that is to happen once (`Idempotency-Key`); null: none was sent. */
  readonly idempotencyKey: string | null;
  /** The moment that decides schedules and sales: one for the whole request. */
  readonly now: Date;
  /** How many records a page has that names no size: the store's setting. */
  readonly pageLength: number;
  /** What the request may still cost. */
  readonly budget: WorkBudget;
  /** What it is answered from: of a response that is made before something is published. Absent: what is published. */
  readonly directory?: CatalogDirectory;
  /** Present where a platform stands behind the gateway. */
  readonly upstream?: UpstreamScope;
}

/** The bearer of a valid token, or of one that a platform is to judge. */
export interface Actor {
  /** Present where the token is the platform's: nobody has looked into it, and it names nobody for certain. */
  readonly isUnverified?: true;
  readonly clientId: string;
  /** `client_credentials` proves the client's secret and may write; `implicit` may only read the catalog. */
  readonly grant: 'client_credentials' | 'implicit';
  /** The shopper's account, for catalog rules that name accounts; null when the token speaks for none. */
  readonly accountId: string | null;
  /** For catalog rules that name customers; null when the token speaks for none. */
  readonly customerId: string | null;
  /** Of the account, for catalog rules that name them. */
  readonly accountTagIds: readonly string[];
}

/**
 * The client that has proved its secret; null: none has. A storefront's implicit tokens are public, so they do not tell clients apart; nor do
 * tokens that nobody has verified.
 */
export function provenClientOf(actor: Actor | null): string | null {
  return actor?.grant === 'client_credentials' && !actor.isUnverified ? actor.clientId : null;
}
