/** The variables of the golden queries. */
import { demoIds } from '../../../src/demo/demo-ids.ts';

export const { showcaseParent, manyChildrenParent, standard, bundle } = demoIds.products;

/** Options of both parents: small, medium; glacier blue, signal red; regular. */
export const [small, medium] = ['ab992981-5cc9-5267-80a4-912113b7a039', '36da08d0-9fce-5fa9-b655-6cb6396f9301'];
export const [blue, red] = ['9e4e053c-c17a-58c0-9e6e-4c71e44e018c', 'a06f80b6-c1d8-5bbc-b64e-81fd70bf246e'];
export const regular = 'a8d7830c-565f-5705-908b-6650f09a2acc';

export const goldenVariables: Record<string, object> = {
  'children-page': { parent: manyChildrenParent },
  'children-in-context': { parent: showcaseParent },
  'product-cards': { parent: showcaseParent },
  'not-a-base-product': { parent: standard },
  'product-in-full': { parent: showcaseParent, bundle },
  'parents-in-full': {
    shell: showcaseParent,
    baseLayer: manyChildrenParent,
    bundle,
    shellOptions: [medium, red, regular],
    baseLayerOptions: [small, blue],
  },
  'nodes-and-names': { nodes: Object.values(demoIds.nodes) },
  category: { path: 'clothing', size: [small, medium], search: 'shell jacket' },
  'application-key': { id: demoIds.applicationKeys.storefront, api: demoIds.customApi },
};
