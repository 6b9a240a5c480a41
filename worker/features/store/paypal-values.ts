import * as z from 'zod/mini'

/** An amount in hundredths of a currency. */
export type Money = { cents: number; currency: string }

/** An amount on the wire. Some currencies have no decimals. */
export const money = z.pipe(
  z.object({ currency_code: z.string(), value: z.string().check(z.regex(/^\d{1,9}(\.\d\d)?$/)) }),
  z.transform(
    ({ currency_code, value }): Money => ({ cents: Math.round(Number(value) * 100), currency: currency_code }),
  ),
)

/** The time of an event; null if PayPal does not send it. */
export const time = z.pipe(
  z.optional(z.string()),
  z.transform((text): number | null => Date.parse(text ?? '') || null),
)

/** A link of a reply. */
export const link = z.object({ rel: z.string(), href: z.string() })
