/**
 * Ids of the demo store that README, GraphiQL's first tabs and tests name. Written out, so that a search finds them; a test
 * holds them equal to what the store has.
 */
export const demoIds = {
  catalogs: {
    /** EUR, everything: where no rule fits, too. */
    main: '198acea9-fb35-50ac-8df1-bff00196ff9e',
    /** Channel `mobile`: EUR, five percent less. */
    mobile: '34233747-bf1d-54fb-9fb6-861978a42daa',
    /** Tag `vip`: USD, twenty percent less. */
    partner: '245d8007-a729-559b-a3b4-6062889dd042',
  },
  products: {
    /** Storm Shell Jacket: size × colour × fit, 40 children, 6 of them drafts. */
    showcaseParent: '31a5cd1d-97bb-537b-a9d0-b12db691e366',
    /** Storm Shell Jacket, M, Signal Red, Regular. */
    showcaseChild: 'c12a1e3c-3e15-5f85-b52e-0a68b0929ad5',
    /** Storm Shell Jacket, S, Glacier Blue, Regular: a draft. */
    draftChild: 'f2b290a2-574d-52e2-94b0-9d422dfe70a9',
    /** Second Skin Long-Sleeve: 120 live children. */
    manyChildrenParent: '06906bbf-85ae-5f00-bb95-c5da469ffd61',
    /** Ice Cave Prototype 7: live, all its children are drafts. */
    childlessParent: '2df32099-ba0c-5223-9c1f-b2fe10794bfb',
    /** Summit Suit: a draft itself. */
    draftParent: '8f4f6eb9-be4e-5a72-be79-0b75b813d38d',
    /** Alpine Kettle: not a base product. */
    standard: '356c73fc-525f-5afc-b01a-1daae6504d1b',
    /** Goat Distraction Biscuit. */
    draftStandard: 'affdfe85-b3da-5545-bce0-185eb2e78c84',
    /** Haute Route, GPX. */
    digital: '3af8ee0d-de5c-51a8-8568-bd9a2a29cd69',
    /** First Night Out: four components. */
    bundle: 'ce65dd2f-719e-564b-9e0c-bd8b20e63108',
    /** Bivouac Cathedral: a parent that the mobile catalog leaves out. */
    notOnMobile: 'a9261613-b3b8-5f89-abcd-a54091aad3d0',
    /** In a numbered store of any size, the parent with the most children. */
    largestNumberedParent: '10be0f2a-0be4-536a-a2d2-5a02faf55ef0',
  },
  /** From the root down to where the showcase is. */
  nodes: {
    clothing: '8916ea8a-8633-5772-9c64-b5180aa3b1ca',
    jackets: '0cd46807-22e7-50a8-8857-9a776f67a749',
    rainJackets: 'b29fb90d-83bc-5dbb-91ab-4bcf6dc429e8',
    hardshells: 'cb8fd7ca-af9c-5f6c-8af8-7a74e44ba209',
  },
  /** Sock of the Month, by the month. */
  offering: 'abaf076a-509c-5155-93dd-045793928732',
  plan: '8f80c70c-2574-5740-8346-754c9f7b77f3',
  /** A plan of Maps Everywhere, so not one of the offering above. */
  planOfAnotherOffering: '9ba99c27-3c8d-5d4b-8dcc-ffa24668b195',
  /** Mountain huts. */
  customApi: 'a2519cce-25b2-5b93-a465-6ede46bba9cf',
  /** The slug of a field that Mountain huts has already. */
  takenFieldSlug: 'beds',
  applicationKeys: {
    admin: '8a612c1e-face-5d9d-8bce-4f6937707f6a',
    storefront: '1302565a-c7c4-5071-b88b-9b2dc7c4ee01',
  },
  /** The account that a rule gives partner prices. */
  partnerAccount: '1355ad49-f867-5b96-aa48-6506228a20a7',
} as const;
