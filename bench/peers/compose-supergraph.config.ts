/** What Hive Gateway is given for P4: the OpenAPI document of the gateway's own REST face, and where that answers. */
import { defineConfig } from '@graphql-mesh/compose-cli';
import { loadOpenAPISubgraph } from '@omnigraph/openapi';

const endpoint = process.env.REST_URL ?? '';

export const composeConfig = defineConfig({
  subgraphs: [{ sourceHandler: loadOpenAPISubgraph('platform', { source: `${endpoint}/openapi.json`, endpoint }) }],
});
