import type { CatalogSelection } from '../../domain/catalog/catalog.ts';
import { validationError } from '../../domain/errors.ts';
import { builder } from '../schema/builder.ts';
import { contextArgument } from '../view/context-input.ts';
import { CatalogReleaseType, CatalogType } from './catalog.ts';

const CatalogReleasedType = builder.objectRef<CatalogSelection>('CatalogReleased').implement({
  description: 'What the shoppers of a context are shown from now on.',
  fields: (t) => ({
    catalog: t.expose('catalog', { type: CatalogType, description: 'The catalog that is shown.' }),
    release: t.expose('release', { type: CatalogReleaseType, description: 'The release of it that is shown.' }),
  }),
});

builder.subscriptionField('catalogReleased', (t) =>
  t.field({
    type: CatalogReleasedType,
    description:
      'When to ask again. The first event comes within two seconds and says what the shopper of this context is shown: whoever connects ' +
      'again compares it with the release that their page was made from. Then one comes each time that a publish, a catalog rule or the ' +
      "schedule of a rule leads this shopper to another catalog or release, within two seconds, and not before a request to any of the gateway's " +
      'instances is answered from it. Of several changes that come faster than they are read, only the newest is told. Sales that begin ' +
      'or end by their price schedules are no events. By server-sent events: `Accept: text/event-stream`, in the distinct connections mode of ' +
      'graphql-sse. It ends with the token that it was opened with (UNAUTHENTICATED), and completes when the gateway stops: connect again.',
    args: { context: t.arg(contextArgument) },
    subscribe: (_root, { context }, { views }) => {
      const { view, faults } = views.read(context);
      if (faults.length > 0) throw validationError(faults);
      return view.watch();
    },
    resolve: (selection) => selection,
  }),
);
