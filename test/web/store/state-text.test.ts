import { describe, expect, it } from 'vitest'
import { askingFailedText } from '../../../web/features/store/state-text.ts'
import { CallError } from '../../../web/lib/call.ts'

describe('a buyer who came back while PayPal gives no answer', () => {
  it('a buyer is not told that nothing was charged while PayPal gives no answer, because the money may be taken', () => {
    const text = askingFailedText(new CallError(502, 'payment_unavailable', null))
    expect(text).toContain('If you paid, we complete your order')
    expect(text).not.toContain('charged')
  })

  it('a buyer reads the message of any other failure', () => {
    expect(askingFailedText(new CallError(0, 'no_reply', null))).toContain('Croquis couldn’t be reached.')
  })
})
