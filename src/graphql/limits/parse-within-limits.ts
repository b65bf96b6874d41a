import { type DocumentNode, GraphQLError, type ParseOptions, parse, type Source } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { type DocumentShape, measureShape } from './document-shape.ts';
import { LimitExceeded } from './limit-exceeded.ts';

type Parse = (source: string | Source, options?: ParseOptions) => DocumentNode;

const sentences: Record<keyof DocumentShape, (requested: string, limit: number) => string> = {
  depth: (requested, limit) => `The document is ${requested} fields deep; at most ${limit} may lie within each other.`,
  aliases: (requested, limit) => `The operation has ${requested} aliased fields; at most ${limit} are allowed.`,
  mutationFields: (requested, limit) => `The mutation has ${requested} root fields; at most ${limit} are allowed.`,
  directives: (requested, limit) =>
    `A place in the document has ${requested} directives; at most ${limit} are allowed.`,
};

/** A parser that refuses a document as soon as it is too long, too deep or too wide. */
export function createParser(limits: Limits): Parse {
  return withinTheStack(limits, (source, options) => {
    const document = parseTokens(source, limits.tokens, options);
    const shape = measureShape(document);
    for (const limitName of Object.keys(sentences) as (keyof DocumentShape)[]) {
      const [requested, limit] = [shape[limitName], limits[limitName]];
      if (requested <= limit) continue;
      const inWords = requested > Number.MAX_SAFE_INTEGER ? 'countless' : String(requested);
      throw new LimitExceeded(sentences[limitName](inWords, limit), { limitName, limit, requested });
    }
    return document;
  });
}

/** Parsing and validation are recursive: within the tokens, a list in a list … can still be deeper than the stack. */
export function withinTheStack<Arguments extends unknown[], Result>(
  { depth }: Limits,
  run: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  return (...given) => {
    try {
      return run(...given);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new LimitExceeded('The document is nested too deeply.', { limitName: 'depth', limit: depth });
    }
  };
}

/** NOTE: the parser stops at the limit, before there is a tree; how long the whole is, nobody knows. */
function parseTokens(source: string | Source, maxTokens: number, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError) || !error.message.startsWith('Syntax Error: Document contains more th'))
      throw error;
    const message = `The document has more than ${maxTokens} tokens.`;
    throw new LimitExceeded(message, { limitName: 'tokens', limit: maxTokens });
  }
}
