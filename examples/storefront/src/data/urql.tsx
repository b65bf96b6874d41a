import { cacheExchange } from '@urql/exchange-graphcache';
import { Client, type CombinedError, fetchExchange, Provider, useMutation, useQuery } from 'urql';
import { toOutage, toProblem } from './problem.ts';
import { gatewayEndpoint, type Problem, type ShopData, shopEndpoint } from './shop-data.ts';
import { useLast } from './use-last.ts';

/** Types without an `id` of their own, which are kept with what they belong to. */
const embedded = [
  ...['FacetOption', 'FacetValue', 'OptionFacet', 'PriceFacet', 'ProductFacets'],
  ...['Money', 'OptionAvailability', 'Price', 'PriceQuote', 'PriceRange', 'PriceStep', 'PriceTier'],
];
const keys = Object.fromEntries(embedded.map((type) => [type, () => null]));

const client = new Client({
  url: gatewayEndpoint,
  preferGetMethod: false,
  exchanges: [cacheExchange({ keys }), fetchExchange],
});

const atShopContext = { url: shopEndpoint };
const atGatewayContext = {};

export const shopData: ShopData = {
  Provider: ({ children }) => <Provider value={client}>{children}</Provider>,

  useRead(document, variables, { atShop = false } = {}) {
    const context = atShop ? atShopContext : atGatewayContext;
    const [{ data, fetching, error }] = useQuery({ query: document, variables, context });
    return { data: useLast(data), isLoading: fetching, problem: error ? describe(error) : null };
  },

  useWrite(document) {
    const [, mutate] = useMutation(document);
    return async (variables) => {
      const { data, error } = await mutate(variables, atShopContext);
      return { data: data ?? null, problem: error ? describe(error) : null };
    };
  },
};

function describe({ graphQLErrors, networkError }: CombinedError): Problem {
  return networkError ? toOutage(networkError) : toProblem(graphQLErrors);
}
