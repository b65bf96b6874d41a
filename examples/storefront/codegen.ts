import type { CodegenConfig } from '@graphql-codegen/cli';

/** From the gateway's committed schema: nothing has to run. */
const config: CodegenConfig = {
  schema: '../../schema.graphql',
  documents: ['src/shop.graphql'],
  generates: {
    'src/generated/': {
      preset: 'client',
      presetConfig: { fragmentMasking: false },
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
  },
};

export default config;
