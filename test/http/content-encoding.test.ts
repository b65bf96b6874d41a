import { describe, expect, it } from 'vitest';
import { acceptedEncoding, negotiateEncoding } from '../../src/http/content-encoding.ts';

describe('Accept-Encoding', () => {
  it.each<[header: string | null, encoding: 'br' | 'gzip' | null]>([
    [null, null],
    ['', null],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['BR', 'br'],
    ['gzip;q=1.0, BR;q=0.5', 'gzip'],
    ['gzip; q=0.5 , br ; q=0.6', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0.', null],
    ['*', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0', null],
    ['br;q=0.5, *;q=0.8', 'gzip'],
    ['identity, gzip;q=0.5', null],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['deflate, zstd', null],
    ['deflate, identity', null],
    ['gzip;q=2', null],
    ['gzip;q=-1', null],
    ['gzip;q=0.1234', null],
    ['br;q=many, gzip', 'gzip'],
    ['br;level=4', null],
    ['bro, gzipped', null],
    [',,;,', null],
    ['gzip,'.repeat(1000), null],
  ])('%j asks for %j', (header, encoding) => {
    expect(acceptedEncoding(header)).toEqual({ encoding, isRequired: false });
  });

  it.each<[header: string, encoding: 'br' | 'gzip']>([
    ['gzip, identity;q=0', 'gzip'],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0.1, *;q=0', 'br'],
    ['identity;q=0, *', 'br'],
  ])('%j refuses the body as it is, too', (header, encoding) => {
    expect(acceptedEncoding(header)).toEqual({ encoding, isRequired: true });
  });

  it.each(['identity;q=0', '*;q=0', 'zstd, identity;q=0'])('%j leaves nothing, and is disregarded', (header) => {
    expect(acceptedEncoding(header)).toEqual({ encoding: null, isRequired: false });
  });
});

describe('a body', () => {
  it.each<[string, number]>([
    ['application/json; charset=utf-8', 1024],
    ['application/graphql-response+json; charset=utf-8', 50_000],
    ['application/json', 1024],
    ['text/html; charset=utf-8', 1024],
    ['text/javascript', 1024],
    ['image/svg+xml', 1024],
    ['font/ttf', 1024],
  ])('of %s and %i bytes is worth it', (contentType, byteLength) => {
    expect(negotiateEncoding({ contentType, byteLength }, 'gzip')).toEqual({ encoding: 'gzip', isVarying: true });
    expect(negotiateEncoding({ contentType, byteLength }, null)).toEqual({ encoding: null, isVarying: true });
  });

  it.each<[string, number]>([
    ['application/json', 1023],
    ['application/json', 0],
    ['image/png', 100_000],
    ['font/woff2', 100_000],
    ['application/jsonp', 100_000],
    ['text/event-stream', 100_000],
    ['text/event-stream; charset=utf-8', 100_000],
    ['', 100_000],
  ])('of %j and %i bytes is not', (contentType, byteLength) => {
    expect(negotiateEncoding({ contentType, byteLength }, 'gzip')).toEqual({ encoding: null, isVarying: false });
  });

  it('that is small is encoded where it is refused as it is', () => {
    const body = { contentType: 'application/json', byteLength: 10 };
    expect(negotiateEncoding(body, 'gzip, identity;q=0')).toEqual({ encoding: 'gzip', isVarying: true });
  });
});
