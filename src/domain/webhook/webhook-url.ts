import { DomainError } from '../errors.ts';

const maxLength = 2048;

/**
 * An address that may be told. It is never quoted: it may hold what is to be kept.
 * @throws DomainError VALIDATION_FAILED
 */
export function readWebhookUrl(text: string, { webhookHttp }: { readonly webhookHttp: boolean }): string {
  const url = text.length <= maxLength && URL.canParse(text) ? new URL(text) : null;
  const protocols = webhookHttp ? ['https:', 'http:'] : ['https:'];
  if (!url || !protocols.includes(url.protocol)) {
    const expected = webhookHttp ? 'https:// or http://' : 'https:// (WEBHOOK_HTTP=on allows http://)';
    throw new DomainError(
      'VALIDATION_FAILED',
      `A webhook's address must be a URL of at most ${maxLength} characters that starts with ${expected}.`,
    );
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') {
    throw new DomainError('VALIDATION_FAILED', "A webhook's address must not hold a user, a password or a fragment.");
  }
  return url.href;
}
