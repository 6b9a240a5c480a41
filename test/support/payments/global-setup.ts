import type { TestProject } from 'vitest/node'
import { startPayPal } from '../../../dev/paypal/paypal.ts'
import { LOCAL_PAYPAL } from '../../../dev/settings.ts'
import { freePort } from '../free-port.ts'
import './servers.ts'

/** Starts the stand-in for PayPal, which sends no notices by itself. */
export default async function setUp({ provide }: TestProject): Promise<() => Promise<void>> {
  const { url, close } = await startPayPal({ port: await freePort(), ...LOCAL_PAYPAL })
  provide('payPal', url)
  return close
}
