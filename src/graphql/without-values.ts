/**
 * A message of graphql-js without what it quotes of the document: literals may be secrets, in the right place or in a wrong
 * one, and a name may be one whose quotes were forgotten. Where it stands is told by the error's locations.
 */
export function withoutValues(message: string): string {
  if (message.startsWith('Syntax Error: ')) return message.replace(/\b(Name|String|BlockString|Int|Float) ".*"/s, '$1');
  return message
    .replace(/(non[\w -]{1,40} value): .*/s, '$1.')
    .replace(/, found: .*/s, '.')
    .replace(/^Value "\w*"/, 'The value');
}
