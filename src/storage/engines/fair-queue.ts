/** Whose work waits: a client's requests share its turn, and a request's jobs share the request's. */
export interface Waiting {
  readonly client: string;
  readonly request: object;
}

export interface FairQueue<Job extends Waiting> {
  /** Returns the job that finds no place: this one, or another of a client that has more; null: there is room for all. */
  add(job: Job): Job | null;
  /** The next one: clients take turns, and so do the requests of a client. */
  next(): Job | undefined;
  remove(job: Job): void;
  /** Whether the client waits for anything. */
  has(client: string): boolean;
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

  const countOf = (client: string) => countJobs(clients.get(client));
  const count = () => [...clients.keys()].reduce((sum, client) => sum + countOf(client), 0);
  const greediest = () => [...clients.keys()].reduce((a, b) => (countOf(b) > countOf(a) ? b : a));

  function remove(job: Job): void {
    const requests = clients.get(job.client);
    const others = requests?.get(job.request)?.filter((other) => other !== job) ?? [];
    if (others.length > 0) requests?.set(job.request, others);
    else requests?.delete(job.request);
    if (requests?.size === 0) clients.delete(job.client);
  }

  return {
    add(job) {
      if (countOf(job.client) >= options.maxWaitingOfClient) return job;
      const requests = clients.get(job.client) ?? new Map<object, Job[]>();
      requests.set(job.request, [...(requests.get(job.request) ?? []), job]);
      clients.set(job.client, requests);
      if (count() <= options.maxWaiting) return null;
      const jobs = [...(clients.get(greediest())?.values() ?? [])].at(-1);
      const displaced = countOf(job.client) === countOf(greediest()) ? job : (jobs?.at(-1) ?? job);
      remove(displaced);
      return displaced;
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

    remove,

    has: (client) => clients.has(client),
    hasOthers: (client) => [...clients.keys()].some((other) => other !== client),
  };
}

/** Who came last goes first only when nobody else is there. */
function firstBut<Key>(last: Key | undefined, map: ReadonlyMap<Key, unknown>): Key | undefined {
  for (const key of map.keys()) if (key !== last) return key;
  return map.keys().next().value;
}

function countJobs(requests: ReadonlyMap<object, readonly unknown[]> | undefined): number {
  return [...(requests?.values() ?? [])].reduce((sum, jobs) => sum + jobs.length, 0);
}
