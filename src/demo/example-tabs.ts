/** What GraphiQL opens on: each operation and each domain error, working as they are on the demo store. */
import { demoIds } from './demo-ids.ts';

interface ExampleTab {
  readonly title: string;
  readonly query: string;
  readonly variables: string;
  readonly headers: string;
}

const childProducts = `query ChildProducts($parent: ID!) {
  childProducts(productId: $parent, first: 10) {
    totalCount
    nodes {
      id
      name
      sku
      price(currency: "EUR") { money { amount formatted } }
      breadcrumbs { path { name } node { name } }
    }
    pageInfo { hasNextPage endCursor }
    context { catalog { name } reason }
  }
}`;

const twoChannels = `query TwoChannels($parent: ID!, $filter: ProductFilter = { tags: { eq: "rain" } }) {
  web: childProducts(productId: $parent, first: 3, filter: $filter, context: { channel: "" }) {
    ...Prices
  }
  mobile: childProducts(productId: $parent, first: 3, filter: $filter, context: { channel: "mobile", language: "de" }) {
    ...Prices
  }
}

fragment Prices on ProductConnection {
  totalCount
  nodes { id name price(currency: "EUR") { money { formatted } } originalPrices { money { currency formatted } } }
  context { catalog { name } rule { name } reason }
}`;

const offerings = `query Offerings {
  offerings(first: 10) {
    nodes { id name plans(first: 10) { nodes { id name billingInterval prices { money { currency formatted } } } } }
  }
}`;

const catalogReleased = `subscription CatalogReleased {
  catalogReleased(context: { channel: "mobile" }) {
    catalog { id name }
    release { id publishedAt }
  }
}`;

const createSubscription = `mutation CreateSubscription($input: CreateSubscriptionInput!, $key: String!) {
  createSubscription(input: $input) @idempotent(key: $key) {
    isReplayed
    subscription { id resourceId status currency createdAt offering { name } plan { name } }
  }
}`;

const updateApplicationKey = `mutation UpdateApplicationKey($input: UpdateApplicationKeyInput!) {
  updateApplicationKey(input: $input) {
    applicationKey { id name clientId updatedAt lastUsedAt }
  }
}`;

const createCustomField = (name: string) => `mutation ${name}($input: CreateCustomFieldInput!) {
  createCustomField(input: $input) {
    customField {
      id
      slug
      fieldType
      validation { string { minLength maxLength regex allowNullValues } }
      customApi { name fields(first: 30) { nodes { slug } } }
    }
  }
}`;

const subscriptionInput = {
  accountId: demoIds.partnerAccount,
  offeringId: demoIds.offering,
  planId: demoIds.plan,
  currency: 'EUR',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  paymentAuthority: { type: 'VENDOR_NET', customerId: 'cus_example', cardId: 'card_example' },
};

const fieldInput = { customApiId: demoIds.customApi, name: 'Check-in notes', fieldType: 'STRING' };

/** `authorization` is the header's value; null leaves the tabs without a token. */
export function exampleTabs(authorization: string | null, now: Date): ExampleTab[] {
  const headers = authorization === null ? '' : pretty({ Authorization: authorization });
  const tab = (title: string, query: string, variables: object): ExampleTab => {
    return { title, query, variables: pretty(variables), headers };
  };
  const newSlug = `notes-${now.getTime().toString(36)}`;
  return [
    tab('The live children of a parent product, with prices.', childProducts, {
      parent: demoIds.products.showcaseParent,
    }),
    tab('The same parent in two contexts side by side: another catalog, other prices.', twoChannels, {
      parent: demoIds.products.showcaseParent,
    }),
    tab('The offerings and their plans: what a form for subscriptions shows.', offerings, {}),
    tab('When to ask again: stays open, and tells each release of this context.', catalogReleased, {}),
    tab(
      'Subscribes an account to an offering, once for each key. The token stands under Headers, below.',
      createSubscription,
      { key: `example-${newSlug}`, input: subscriptionInput },
    ),
    tab('Renames an application key.', updateApplicationKey, {
      input: { id: demoIds.applicationKeys.storefront, name: 'Back office (renamed)' },
    }),
    tab('Adds a field to a custom API. Run it twice: the slug is taken then.', createCustomField('CreateCustomField'), {
      input: { ...fieldInput, slug: newSlug, validation: { string: { minLength: 1, maxLength: 500 } } },
    }),
    tab('422: a standard product has no children.', childProducts.replace('ChildProducts', 'ErrorNotABaseProduct'), {
      parent: demoIds.products.standard,
    }),
    tab('409: the slug is taken.', createCustomField('ErrorDuplicateSlug'), {
      input: { ...fieldInput, slug: demoIds.takenFieldSlug },
    }),
    tab('404: a plan of another offering.', createSubscription.replace('CreateSubscription(', 'ErrorUnknownPlan('), {
      key: `unknown-plan-${newSlug}`,
      input: { ...subscriptionInput, planId: demoIds.planOfAnotherOffering },
    }),
    tab(
      '400: every fault at once, each with its path.',
      createSubscription.replace('CreateSubscription(', 'ErrorBadInput('),
      {
        key: `bad-input-${newSlug}`,
        input: { ...subscriptionInput, currency: 'euro', name: 'Al', email: 'ada@@example' },
      },
    ),
  ];
}

function pretty(value: object): string {
  return JSON.stringify(value, null, 2);
}
