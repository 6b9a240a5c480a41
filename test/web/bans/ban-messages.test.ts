import { describe, expect, it } from 'vitest'
import { BAN_DURATIONS } from '../../../contract/ban.ts'
import {
  banMessages,
  confirmedSentence,
  noticeRule,
  noticeSentence,
  noticeTitle,
  standingSentence,
} from '../../../web/lib/messages/bans.ts'

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

  it('staff read that a permanent ban waits to be confirmed', () => {
    const ban = { duration: 168, dateEnd: '20260621093000', unconfirmed: true }
    expect(standingSentence(ban)).toMatch(/^Suspended until 21 June 2026 at .*, or permanently if .* confirms it\.$/)
    expect(standingSentence({ ...ban, unconfirmed: false })).toMatch(/^Suspended until 21 June 2026 at \S+\.$/)
    expect(standingSentence({ duration: -1, dateEnd: null, unconfirmed: false })).toBe('Suspended permanently.')
  })

  it('a ban that was confirmed or lifted by someone else answers with its state', () => {
    const ban = { nickname: 'Mira', unconfirmed: false, dateClosed: null }
    expect(confirmedSentence(ban)).toBe('Mira is suspended permanently.')
    expect(confirmedSentence({ ...ban, dateClosed: '20260621093000' })).toBe('The ban of Mira is no longer in force.')
    expect(confirmedSentence({ ...ban, unconfirmed: true })).toBe('The ban of Mira is no longer in force.')
  })

  it('a failure to accept a warning names the support contact', () => {
    expect(banMessages.acceptFailed('croquis.example')).toBe(
      'Sorry there was an error, please try again in a bit or contact the support address of croquis.example.',
    )
  })
})
