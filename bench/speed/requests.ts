/** What each server is asked, and the body that it must answer. */
import type { LoadRequest } from '../load/load-job.ts';
import { type Contestant, type ContestantName, contestants } from '../servers/contestants.ts';
import type { Servers } from '../servers/servers.ts';
import { askText } from './http-ask.ts';
import { loads, type ReadLoad } from './loads.ts';
import type { LoadReferences, Reference } from './reference.ts';

/** Of the servers that can be asked. */
export type Requests = ReadonlyMap<ContestantName, readonly LoadRequest[]>;

/** Throws when a server does not answer what the gateway does. */
export async function toRequests(
  load: ReadLoad,
  { warmUp, asked }: LoadReferences,
  { names, servers }: { readonly names: readonly ContestantName[]; readonly servers: Servers },
): Promise<Requests> {
  const requests = new Map<ContestantName, LoadRequest[]>();
  for (const name of names.filter((name) => canBeAsked(name, load, asked))) {
    const own: LoadRequest[] = [];
    for (const one of [...warmUp, ...asked]) {
      // What answers in another shape has to be seen once, and is restarted before it is measured.
      const isTranslated = contestants[name].translate(one.asked, load) !== one.asked;
      const isSeen = loads[load].repeats || warmUp.includes(one) || isTranslated;
      own.push(isSeen ? await seenRequest(name, load, one, servers.get(name).port) : unseenRequest(one));
    }
    requests.set(name, own);
  }
  return requests;
}

function canBeAsked(name: ContestantName, load: ReadLoad, [first]: readonly Reference[]): boolean {
  return first !== undefined && (contestants[name] as Contestant).translate(first.asked, load) !== null;
}

/** Its answer is compared with the gateway's by value, once; in the measurement the body must be these very bytes, or at least its data. */
async function seenRequest(
  name: ContestantName,
  load: ReadLoad,
  { asked, text }: Reference,
  port: number,
): Promise<LoadRequest> {
  const contestant: Contestant = contestants[name];
  const translated = contestant.translate(asked, load) ?? asked;
  const answer = await askText(`http://127.0.0.1:${port}${contestant.path(load)}`, translated);
  const fault = contestant.findFault(answer, text);
  if (fault !== null) {
    throw new Error(`${name} answers otherwise to ${JSON.stringify(translated).slice(0, 300)}: ${fault}`);
  }
  if (contestant.saysCalls) return unseenRequest({ asked, text: answer });
  return { body: JSON.stringify(translated), expected: { kind: 'whole', text: answer } };
}

/** What is to be requested just once can't be looked at before: the data must be the same text as the gateway's. */
function unseenRequest({ asked, text }: Reference): LoadRequest {
  const data = JSON.stringify(JSON.parse(text).data);
  return { body: JSON.stringify(asked), expected: { kind: 'start', text: `{"data":${data}` } };
}
