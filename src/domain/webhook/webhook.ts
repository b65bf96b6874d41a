/** An address that is told of what happens to catalogs. */
export interface Webhook {
  readonly id: string;
  readonly url: string;
  /** The one catalog that it is told of; null: all. */
  readonly catalogId: string | null;
  readonly createdAt: string;
}

/** `whsec_` and base64 (Standard Webhooks): what messages are signed with. Shown once, and never written anywhere but to storage. */
export interface WebhookWithSecret extends Webhook {
  readonly secret: string;
}

/** What happened, to one address. It was written with what it tells, and is there until the address has taken it. */
export interface Delivery {
  /** Counts up: what happened to one catalog is told in this order. */
  readonly id: string;
  readonly webhookId: string;
  readonly catalogId: string;
  /** The same at each attempt: receivers know by it what they have had already. */
  readonly messageId: string;
  /** JSON text. */
  readonly body: string;
  /** How often it was sent in vain. */
  readonly attempts: number;
  /** When it was first to be sent, or was made to be sent again. */
  readonly pendingSince: string;
}

export interface DueDelivery extends Delivery {
  readonly url: string;
  readonly secret: string;
}

export interface FailedDelivery extends Delivery {
  readonly failedAt: string;
  /** Why the last attempt failed, in a few words. */
  readonly lastError: string;
}
