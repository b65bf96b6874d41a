/** Regular expressions that RE2 takes, and whose program is large. */
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { RequestAttack } from '../attack.ts';
import { times } from './graphql-attack.ts';

const patterns: Readonly<Record<string, string>> = {
  'a class of letters, a thousand times': '[\\p{L}\\p{N}]{1000}',
  'classes of letters, side by side': '\\p{L}{900}'.repeat(100),
  'repetitions of repetitions': `${'('.repeat(20)}a${'){2}'.repeat(20)}`,
  'alternatives of repetitions': Array.from({ length: 140 }, (_, i) => `.{${i + 800}}`).join('|'),
  'optional characters': '(x?){1000}',
  'a thousand groups': '()'.repeat(500),
  'nested groups': `${'('.repeat(500)}${')'.repeat(500)}`,
};

const query = `mutation(${times(10, (i) => `$i${i}: CreateCustomFieldInput!`)}) { ${times(10, (i) => `f${i}: createCustomField(input: $i${i}) { isReplayed }`)} }`;

export const compiledPatterns: readonly RequestAttack[] = Object.entries(patterns).map(([name, regex]) => ({
  row: 22,
  name: `ten patterns: ${name}`,
  stores: ['demo'],
  expected: /^200( VALIDATION_FAILED×10| LIMIT_EXCEEDED cost)?$/,
  async send({ post, tokens }) {
    const fields = Array.from({ length: 10 }, (_, i) => {
      const field = { customApiId: demoIds.customApi, name: 'Pattern', slug: `pattern-${i}`, fieldType: 'STRING' };
      return [`i${i}`, { ...field, validation: { string: { regex } }, validateOnly: true }];
    });
    const headers = { Authorization: `Bearer ${tokens.client_credentials}` };
    return (await post({ query, variables: Object.fromEntries(fields) }, headers)).summary;
  },
}));
