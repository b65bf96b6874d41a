import { type DomainError, hasCode } from '../../domain/errors.ts';
import { NoAnswer } from './exchange.ts';
import type { OwnToken } from './own-token.ts';
import { gatewayRefused } from './platform-errors.ts';

/**
 * A read with a token of the gateway's own, and once more with a newer one where the platform refuses it: it may have been withdrawn
 * since it was issued. That it is refused is no fault of the client's.
 */
export async function withOwnToken<Answer>(
  token: OwnToken,
  read: (authorization: string) => Promise<Answer>,
): Promise<Answer> {
  const authorization = await token.get();
  try {
    return await read(authorization);
  } catch (error) {
    if (!hasCode(error, 'UNAUTHENTICATED')) throw error;
  }
  const newer = await token.replace(authorization);
  if (newer === null) throw refused();
  try {
    return await read(newer);
  } catch (error) {
    throw hasCode(error, 'UNAUTHENTICATED') ? refused() : error;
  }
}

function refused(): DomainError {
  return gatewayRefused(new NoAnswer("it refuses a token of the gateway's own", { isSent: true, status: 401 }));
}
