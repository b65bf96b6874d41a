import { type DocumentNode, GraphQLError, type ParseOptions, parse, Source } from 'graphql';
import type { Limits } from '../../http/limits.ts';
import { isTooManyTokens } from '../errors/graphql-messages.ts';
import { type DocumentShape, measureShape } from './document-shape.ts';
import { LimitExceeded } from './limit-exceeded.ts';

type Parse = (source: string | Source, options?: ParseOptions) => DocumentNode;

const sentences: Record<keyof DocumentShape, (requested: string, limit: number) => string> = {
  depth: (requested, limit) => `The document is ${requested} fields deep; at most ${limit} may lie within each other.`,
  aliases: (requested, limit) => `The operation has ${requested} aliased fields; at most ${limit} are allowed.`,
  mutationFields: (requested, limit) => `The mutation has ${requested} root fields; at most ${limit} are allowed.`,
  directives: (requested, limit) =>
    `A place in the document has ${requested} directives; at most ${limit} are allowed.`,
  fragments: (requested, limit) => `The document defines ${requested} fragments; at most ${limit} are allowed.`,
};

/** A parser that refuses a document as soon as it is too long, too deep or too wide. */
export function createParser(limits: Limits): Parse {
  return withinTheStack(limits, (given, options) => {
    const text = typeof given === 'string' ? given : given.body;
    refuseLongText(text, limits.documentBytes);
    const source = new Source(text);
    const document = parseTokens(source, limits.tokens, options);
    // The tokens know where they stand (`errors/client-error.ts`). Of a text, each error about a node would count the lines again.
    source.body = '';
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

/** Before the lexer sees it: comments, commas and line breaks are no tokens of a document, and take time all the same. */
function refuseLongText(text: string, limit: number): void {
  const requested = Buffer.byteLength(text);
  if (requested <= limit) return;
  const message = `The document has ${requested} bytes; at most ${limit} are allowed.`;
  throw new LimitExceeded(message, { limitName: 'documentBytes', limit, requested });
}

/** NOTE: the parser stops at the limit, before there is a tree; how long the whole is, nobody knows. */
function parseTokens(source: Source, maxTokens: number, options?: ParseOptions): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens });
  } catch (error) {
    if (!(error instanceof GraphQLError) || !isTooManyTokens(error.message)) throw error;
    const message = `The document has more than ${maxTokens} tokens.`;
    throw new LimitExceeded(message, { limitName: 'tokens', limit: maxTokens });
  }
}
