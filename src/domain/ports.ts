/**
 * What the faces call, and what storage must provide. `Services` is the seam for a remote back end: a second implementation
 * of the same services may speak to a REST platform. The first parameter of a service's method is the request's context;
 * every rule of the contract is kept by these methods, and they throw DomainError and nothing else on purpose.
 *
 * Stores answer rows in the domain's terms and know no rules. Every method may throw DomainError UNAVAILABLE; a store throws
 * a CONFLICT only where it alone can see one (a unique index). `find` answers null, `getMany` a map by id that lacks what is
 * absent. Each noun's services and stores stand in its own `ports.ts`.
 */
import type { ApplicationKeyService } from './application-key/ports.ts';
import type { CatalogService, CatalogStore, NodeStore } from './catalog/ports.ts';
import type { CustomFieldService } from './custom-field/ports.ts';
import type { FileService, FileStore } from './file/ports.ts';
import type { Idempotent } from './idempotency/ports.ts';
import type { MirrorStore } from './mirror/ports.ts';
import type { ProductService, ProductStore } from './product/ports.ts';
import type { ReleaseService, ReleaseStore } from './release/ports.ts';
import type { SigningKeyStore } from './signing-key/ports.ts';
import type { SubscriptionService } from './subscription/ports.ts';
import type { Transactions, WrittenStores } from './transactions.ts';
import type { WebhookStore } from './webhook/ports.ts';

export interface Services {
  readonly catalog: CatalogService;
  readonly products: ProductService;
  readonly files: FileService;
  readonly releases: ReleaseService;
  readonly subscriptions: Idempotent<SubscriptionService, 'create'>;
  readonly applicationKeys: Idempotent<ApplicationKeyService, 'rename'>;
  readonly customFields: Idempotent<CustomFieldService, 'create' | 'createApi'>;
}

export interface Stores extends WrittenStores {
  readonly catalogs: CatalogStore;
  readonly products: ProductStore;
  readonly nodes: NodeStore;
  readonly files: FileStore;
  readonly releases: ReleaseStore;
  readonly signingKeys: SigningKeyStore;
  readonly transactions: Transactions;
  readonly webhooks: WebhookStore;
  readonly mirror: MirrorStore;
}
