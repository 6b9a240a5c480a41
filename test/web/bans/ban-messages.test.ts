import { describe, expect, it } from 'vitest'
import { BAN_DURATIONS } from '../../../contract/ban.ts'
import { banMessages, noticeRule, noticeSentence, noticeTitle } from '../../../web/lib/messages/bans.ts'

describe('the notice of a ban or warning [2 §8]', () => {
  it('the notice states the warning or the suspension with its duration', () => {
    expect(BAN_DURATIONS.map(noticeSentence)).toEqual([
      'You have received a warning from a gloperator.',
      'Your account has been suspended for 1 hour.',
      'Your account has been suspended for 3 hours.',
      'Your account has been suspended for 1 day.',
      'Your account has been suspended for 7 days.',
      'Your account has been suspended for 30 days.',
      'Your account has been permanently suspended.',
    ])
  })

  it('the title names a warning or a suspension [2 §2]', () => {
    expect([0, 1, -1].map(noticeTitle)).toEqual(['Warning', 'Account Suspended', 'Account Suspended'])
  })

  it('the notice states what a further violation leads to [2 §2]', () => {
    const evading = 'Making a new account to evade a ban is not allowed and leads to permanent removal.'
    expect([0, 1, -1].map(noticeRule)).toEqual(['Repeated violations lead to suspension.', evading, evading])
  })

  it('a failure to accept a warning names the support contact', () => {
    expect(banMessages.acceptFailed('croquis.example')).toBe(
      'Sorry there was an error, please try again in a bit or contact the support address of croquis.example.',
    )
  })
})
