/**
 * A connection belongs to a worker once that has said so. Of one that dies before, Node.js waits for it without an end, and the client would be
 * neither answered nor told. So what each worker is sent is noted until it replies; when it has died, Node.js is told in its name that it does
 * not take the connection, which goes to the next worker that is free, or is closed where there is none.
 * NOTE: the messages are Node's own (`lib/internal/cluster`); should they ever be others, nothing is noted, and nothing done.
 */
import cluster, { type Worker } from 'node:cluster';

interface Message {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

interface Connection {
  close(): void;
}

/** To be called once, before workers are started. */
export function takeBackConnections(): void {
  const listening = new Set<Worker>();
  cluster.on('listening', (worker) => void listening.add(worker));
  cluster.on('fork', (worker) => {
    const { process: child } = worker;
    const sent = noteSent(worker);
    child.on('internalMessage', ({ act }: Message) => void (act === 'close' && listening.delete(worker)));
    // It has ended, and all that it had said was read.
    child.once('close', () => {
      listening.delete(worker);
      if (sent.size === 0) return;
      // Node.js still sends it others where a connection was on its way.
      worker.disconnect();
      for (const [ack, connection] of sent) {
        const isTaken = [...listening].some((other) => other.isConnected());
        if (isTaken) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
        else connection.close();
      }
    });
  });
}

/** Connections that the worker has not replied to, by the number of the message. */
function noteSent({ process: child }: Worker): ReadonlyMap<number, Connection> {
  const sent = new Map<number, Connection>();
  child.send = new Proxy(child.send, {
    apply(send, self, args: [message?: Message, connection?: Connection]) {
      const [message, connection] = args;
      if (message?.act === 'newconn' && message.seq !== undefined && connection) sent.set(message.seq, connection);
      return Reflect.apply(send, self, args);
    },
  });
  child.on('internalMessage', ({ ack }: Message) => void (ack !== undefined && sent.delete(ack)));
  return sent;
}
