/** One GraphQL request as an attack, in each way in which it is to be sent. */
import type { Answer } from '../answer.ts';
import type { RequestAttack } from '../attack.ts';
import type { AttackedGateway, Grant, GraphQLRequest } from '../attacked-gateway.ts';

/** Posted by nobody, posted with a token, or in a URL. */
export type Way = 'nobody' | Grant | 'GET';

export interface GraphQLAttack extends Omit<RequestAttack, 'send'> {
  /** Unset: posted by nobody. */
  readonly ways?: readonly Way[];
  request(gateway: AttackedGateway): GraphQLRequest;
}

/** Also with each kind of token. */
export const anyToken: readonly Way[] = ['nobody', 'implicit', 'client_credentials'];

export function toAttacks({ request, ways = ['nobody'], ...attack }: GraphQLAttack): RequestAttack[] {
  return ways.map((way) => ({
    ...attack,
    name: way === 'nobody' ? attack.name : `${attack.name} (${way})`,
    async send(gateway) {
      const { summary } = await sendIn(way, gateway, request(gateway));
      return summary;
    },
  }));
}

function sendIn(way: Way, gateway: AttackedGateway, request: GraphQLRequest): Promise<Answer> {
  if (way === 'GET') return gateway.get(request);
  return gateway.post(request, way === 'nobody' ? {} : { Authorization: `Bearer ${gateway.tokens[way]}` });
}

/** The parts of a document that come again and again. */
export function times(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join(' ');
}
