import type { ClientOptions } from './graphiql-client.ts';

export interface PageParts {
  readonly options: ClientOptions;
  readonly appUrl: string;
  readonly clientUrl: string;
  readonly stylesUrl: string;
  readonly faviconUrl: string;
}

/**
 * No script in the page itself: its options are data and all code comes from its own host, so the policy needs no nonce and
 * a query in a tab can't become code. Monaco adds style elements as it runs and has its fonts and icons inside its styles.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page is never stored by a cache: its options carry a token. */
export function renderPage(parts: PageParts): Response {
  return new Response(toHtml(parts), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': contentSecurityPolicy,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

function toHtml({ options, appUrl, clientUrl, stylesUrl, faviconUrl }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)}</title>
<link rel="icon" href="${escapeHtml(faviconUrl)}">
<link rel="stylesheet" href="${escapeHtml(stylesUrl)}">
<script id="options" type="application/json">${JSON.stringify(options).replaceAll('<', '\\u003c')}</script>
<script defer src="${escapeHtml(appUrl)}"></script>
<script defer src="${escapeHtml(clientUrl)}"></script>
</head>
<body class="no-focus-outline">
<noscript>GraphiQL needs JavaScript.</noscript>
<div id="root"></div>
</body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
