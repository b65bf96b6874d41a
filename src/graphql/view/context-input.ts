import { explicitContextConstraints } from '../../domain/shopper-context.ts';
import { builder } from '../schema/builder.ts';
import { constrainedBy } from '../schema/constraint.ts';

const ContextInput = builder.inputType('ContextInput', {
  description:
    "The shopper's context: it chooses the catalog, and with it products, prices and texts. A member that is set counts, the " +
    'empty text too; one that is null or left out is as the header of the same meaning says.',
  fields: (t) => ({
    channel: t.string(
      constrainedBy(
        explicitContextConstraints.channel,
        'The channel, in place of the header `EP-Channel`; empty matches only rules without channels. ASCII, without spaces at its ends.',
      ),
    ),
    tag: t.string(
      constrainedBy(
        explicitContextConstraints.tag,
        'The tag, in place of the header `EP-Context-Tag`; empty matches only rules without tags. ASCII, without spaces at its ends.',
      ),
    ),
    language: t.string(
      constrainedBy(
        explicitContextConstraints.language,
        "A language tag (BCP 47), in place of the header `Accept-Language`; empty stands for the release's own language.",
      ),
    ),
  }),
});

/** Of every field of the catalog at the root. */
export const contextArgument = {
  type: ContextInput,
  description:
    'The context of this field and of everything below it, over the headers; null leaves it to them. What it states is part of the ' +
    'ids that it is read under.',
} as const;
