import type { CodegenConfig } from '@graphql-codegen/cli';

/** Typed documents, as the API's users make them: from the committed schema, without a running gateway. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: ['test/clients/*.graphql'],
  generates: {
    './test/clients/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false, persistedDocuments: true },
      config: {
        scalars: {
          BigInt: 'string',
          CurrencyCode: 'string',
          DateTime: 'string',
          JSON: 'unknown',
          PathSegment: 'string | number',
          SafeInt: 'number',
        },
        useTypeImports: true,
        enumsAsTypes: true,
        emitLegacyCommonJSImports: false,
        importExtension: '.ts',
      },
    },
    './test/clients/generated/gql-tada.d.ts': { plugins: ['./test/clients/gql-tada-plugin.ts'] },
  },
};

export default config;
