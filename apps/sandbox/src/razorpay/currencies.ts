/** The currencies that Razorpay takes, by the digits of their smallest unit. */
const currenciesByDigits: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: `AED ALL AMD AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CNY COP CRC CUP CVE CZK DKK DOP
    DZD EGP ETB EUR FJD GBP GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR JMD KES KGS KHR KYD KZT LAK LKR LRD LSL
    MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PEN PGK PHP PKR PLN QAR RON RSD RUB SAR
    SCR SEK SGD SLL SOS SVC SZL THB TRY TTD TWD TZS UAH USD UYU UZS XCD YER ZAR ZMW`,
  3: 'BHD IQD JOD KWD OMR TND',
};

const digits = new Map(
  Object.entries(currenciesByDigits).flatMap(([count, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(count)] as const),
  ),
);

export function isSupportedCurrency(currency: string): boolean {
  return digits.has(currency);
}

/** Returns 1.00 of a currency, the least that may be paid, in its smallest unit. */
export function leastAmount(currency: string): number {
  return 10 ** (digits.get(currency) ?? 2);
}
