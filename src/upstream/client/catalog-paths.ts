/** What any shopper may read: the catalog as it is shown, files, and what is sold by subscription. The platform judges all the same. */
const catalogPath = /^(\/v2)?(\/pcm\/catalog|\/catalog|\/files|\/subscriptions\/offerings)(?![^/?])/;

/** Whether the gateway's own token may read it for who has none, and its answers may be cached. */
export function isCatalogPath(path: string): boolean {
  return catalogPath.test(path);
}

/** Whether a segment leads elsewhere than it is written: an id that is `..` names nothing. */
export function isMisleading(path: string): boolean {
  const [plain = ''] = path.split('?');
  return !/^[!-~]+$/.test(path) || /\/(\.|%2e){1,2}(\/|$)/i.test(plain) || /[\\#]/.test(path) || !path.startsWith('/');
}
