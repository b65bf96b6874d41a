/** What shoppers and a back office send for some minutes: more in waves, some of it faulty, and once more than can be answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { demoIds } from '../../../src/demo/demo-ids.ts';
import type { Program } from '../../support/program.ts';
import type { Shop } from './shop.ts';

/** By the ids that a client's build gave them. */
export const namedOperations = {
  list: 'query ProductList($first: Int!) { products(first: $first) { totalCount nodes { id name sku price(currency: "EUR") { money { formatted } } } } }',
  page: 'query ProductPage($id: ID!) { product(id: $id) { name childProducts(first: 10) { totalCount nodes { id name sku } } } }',
  search: 'query Search($text: String!) { products(first: 10, search: $text) { totalCount nodes { name } } }',
  write:
    'mutation NewCustomApi($input: CreateCustomApiInput!) { createCustomApi(input: $input) { customApi { slug } } }',
};

const { list, page, search, write } = namedOperations;
const { showcaseParent, manyChildrenParent } = demoIds.products;
/** Requests a second of each gateway: at least, and on top of a wave. */
const [least, most, waveSeconds] = [8, 45, 60];
/** At once, to one of them. */
const burst = 500;

export async function loadShop(shop: Shop, seconds: number): Promise<void> {
  const startedAt = performance.now();
  const elapsed = () => (performance.now() - startedAt) / 1000;
  // What the mirror does not copy it reads from the platform, whose tokens it takes.
  const { token } = shop.gateways[0];
  const visitors = [...shop.gateways, shop.mirror].map(async (program, place) => {
    for (let sent = 0; elapsed() < seconds; sent += 1) {
      void visit(program, { sent, place, token }).catch(() => {});
      const wave = (1 - Math.cos((2 * Math.PI * elapsed()) / waveSeconds + place)) / 2;
      await sleep(1000 / (least + (most - least) * wave));
    }
  });
  await Promise.all([...visitors, disturb(shop, seconds)]);
}

interface Visit {
  /** How many came before, and to which of the gateways. */
  readonly sent: number;
  readonly place: number;
  readonly token: string;
}

async function visit(program: Program, { sent, place, token }: Visit): Promise<unknown> {
  const unique = `w${place}x${sent}`;
  const input = { name: unique, slug: unique, apiType: `${unique}_ext` };
  switch (sent % 20) {
    case 3:
    case 9:
      return program.ask(page, { id: sent % 3 === 0 ? showcaseParent : manyChildrenParent });
    case 5:
      return program.ask(search, { text: `shirt ${sent % 700}` });
    case 7:
      return (await fetch(`${program.url}/pcm/catalog/products?page[limit]=${1 + (sent % 100)}`)).text();
    case 11:
      return program.ask(write, { input }, { Authorization: `Bearer ${token}`, 'Idempotency-Key': unique });
    case 13:
      return program.ask('{ product(id: "no-such-product") { name } }');
    case 17:
      return program.ask(`{ nothing${sent % 5} }`);
    default:
      return program.ask(list, { first: 1 + (sent % 60) });
  }
}

/** A publish, a replica that falls back for a while, and a burst. */
async function disturb(shop: Shop, seconds: number): Promise<void> {
  await sleep(seconds * 200);
  await shop.publish();
  await sleep(seconds * 150);
  await shop.pauseReplay(true);
  await sleep(seconds * 200);
  await shop.pauseReplay(false);
  await sleep(seconds * 150);
  const [, second] = shop.gateways;
  await Promise.all(
    Array.from({ length: burst }, (_, one) => second?.ask(search, { text: `coat ${one}` }).catch(() => {})),
  );
}
