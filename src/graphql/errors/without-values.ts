/**
 * A message of graphql-js without what it quotes of the document: literals may be secrets, in the right place or in a wrong
 * one, and a name may be one whose quotes were forgotten. Where it stands is told by the error's locations.
 */
export function withoutValues(message: string): string {
  if (message.startsWith('Syntax Error: ')) return message.replace(/ (Name|String|BlockString|Int|Float) ".*"/s, ' $1');
  if (message.startsWith('Value "')) return message.replace(/^Value "\w*"/, 'The value');
  const problem = message.indexOf(' cannot represent ');
  const value = problem < 0 ? message.indexOf(', found: ') : message.indexOf(': ', problem);
  return value < 0 ? message : `${message.slice(0, value)}.`;
}
