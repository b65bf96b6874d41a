/** Whose work waits: a client's requests share its turn, and a request's jobs share the request's. */
export interface Waiting {
  readonly client: string;
  readonly request: object;
}

export interface FairQueue<Job extends Waiting> {
  /** False: too many wait already, of all clients or of this one. */
  add(job: Job): boolean;
  /** The next one: clients take turns, and so do the requests of a client. */
  next(): Job | undefined;
  remove(job: Job): void;
  /** Whether another client waits. */
  hasOthers(client: string): boolean;
}

export interface FairQueueOptions {
  readonly maxWaiting: number;
  readonly maxWaitingOfClient: number;
}

export function createFairQueue<Job extends Waiting>(options: FairQueueOptions): FairQueue<Job> {
  // Maps keep their order: who had a turn is put at the end.
  const clients = new Map<string, Map<object, Job[]>>();
  let last: Waiting | null = null;

  const countOf = (requests: ReadonlyMap<object, readonly Job[]> | undefined) =>
    [...(requests?.values() ?? [])].reduce((sum, jobs) => sum + jobs.length, 0);
  const count = () => [...clients.values()].reduce((sum, requests) => sum + countOf(requests), 0);

  return {
    add(job) {
      const requests = clients.get(job.client) ?? new Map<object, Job[]>();
      if (count() >= options.maxWaiting || countOf(requests) >= options.maxWaitingOfClient) return false;
      requests.set(job.request, [...(requests.get(job.request) ?? []), job]);
      clients.set(job.client, requests);
      return true;
    },

    next() {
      const client = firstBut(last?.client, clients);
      const requests = client === undefined ? undefined : clients.get(client);
      const request = requests && firstBut(last?.request, requests);
      if (client === undefined || !requests || !request) return undefined;
      const [job, ...others] = requests.get(request) ?? [];
      requests.delete(request);
      if (others.length > 0) requests.set(request, others);
      clients.delete(client);
      if (requests.size > 0) clients.set(client, requests);
      last = { client, request };
      return job;
    },

    remove(job) {
      const requests = clients.get(job.client);
      const others = requests?.get(job.request)?.filter((other) => other !== job) ?? [];
      if (others.length > 0) requests?.set(job.request, others);
      else requests?.delete(job.request);
      if (requests?.size === 0) clients.delete(job.client);
    },

    hasOthers: (client) => [...clients.keys()].some((other) => other !== client),
  };
}

/** Who came last goes first only when nobody else is there. */
function firstBut<Key>(last: Key | undefined, map: ReadonlyMap<Key, unknown>): Key | undefined {
  for (const key of map.keys()) if (key !== last) return key;
  return map.keys().next().value;
}
