import { z } from 'zod';
import { excerpt } from '../errors.ts';
import { patterned, rule } from '../input/text.ts';
import type { Violation } from '../input/violations.ts';

/**
 * The alphabetic codes of ISO 4217 list one that are legal tender, as of 2026-01-01. A frozen list: the runtime's own
 * (`Intl.supportedValuesOf`) holds retired codes and lacks new ones. Left out on purpose: funds and units of account
 * (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW, XDR, XSU, XUA, XAD), precious metals, bond markets, and the codes for
 * testing and for no currency.
 */
const activeCurrencies: ReadonlySet<string> = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
  SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV
  WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`.split(/\s+/),
);

/** What list one has besides, and prices may be in: funds, units of account (rents in Chile are in CLF), precious metals. */
const otherUnits: ReadonlySet<string> = new Set(
  'BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XDR XPD XPT XSU XUA'.split(' '),
);

const shape = /^[A-Z]{3}$/u;

/** One that prices may be in: of list one, or one that was in use, which the runtime knows. */
export function isKnownCurrency(code: string): boolean {
  return activeCurrencies.has(code) || otherUnits.has(code) || Intl.supportedValuesOf('currency').includes(code);
}

/** Of one that prices may be in; null: it is known. */
export function currencyFault(code: string): Pick<Violation, 'rule' | 'problem'> | null {
  if (isKnownCurrency(code)) return null;
  const problem = `must be an ISO 4217 currency code, in upper case, as EUR is, but is '${excerpt(code)}'`;
  return { rule: 'enum', problem };
}

/** The form alone: what a price is in may be a code that is no longer legal tender. */
export const currencyCode = patterned(shape, 'a currency code of three upper case letters');

export const currency = z
  .string()
  .check(
    rule((value) => {
      if (activeCurrencies.has(value)) return null;
      const problem = `must be an ISO 4217 currency code in use, in upper case, as EUR is, but is '${excerpt(value)}'`;
      return { rule: shape.test(value) ? 'enum' : 'pattern', problem };
    }),
  )
  .meta({ pattern: shape.source });
