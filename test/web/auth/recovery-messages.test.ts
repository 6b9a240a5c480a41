import { describe, expect, it } from 'vitest'
import { CallError } from '../../../web/lib/call.ts'
import { recoveryMessages } from '../../../web/lib/messages/mail.ts'

describe('messages of account recovery [2 §8]', () => {
  it('a link that could not be sent is reported with its reason', () => {
    expect(recoveryMessages.sendFailed(new CallError(0, 'no_reply', null))).toMatch(
      /^Error sending account recovery e-mail: \S.+$/,
    )
  })

  it('a key that is not accepted is reported', () => {
    expect(recoveryMessages.keyFailed).toBe('Error accepting account recovery key')
  })
})
