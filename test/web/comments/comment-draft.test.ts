import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginSending,
  type Draft,
  finishSending,
  parseDraft,
  restoreUnsent,
  serializeDraft,
  setReplyTo,
} from '../../../web/features/comments/comment-draft.ts'

const text = fc.string({ unit: 'grapheme' })
const sending = fc.option(fc.record({ text, key: fc.uuid() }))
const drafts: fc.Arbitrary<Draft> = fc.record({ text, key: fc.uuid(), sending })
const draft = (text: string, more: Partial<Draft> = {}): Draft => ({ text, key: 'key-one', sending: null, ...more })

describe('the stored draft of a comment [1 §5]', () => {
  it('a draft is restored with its text and key', () => {
    fc.assert(
      fc.property(text, fc.uuid(), (text, key) => {
        fc.pre(text !== '')
        expect(parseDraft(serializeDraft({ text, key, sending: null }))).toEqual({ text, key, sending: null })
      }),
    )
  })

  it('a draft that was being sent is restored under its key', () => {
    const beingSent = beginSending(draft('Not answered yet'))
    expect(parseDraft(serializeDraft(beingSent))).toEqual(draft('Not answered yet'))
  })

  it.each([
    null,
    '',
    '7',
    'null',
    '{',
    '[]',
    '{"text":1,"key":"k"}',
    '{"text":"x"}',
    '{"text":"x","key":"k","sending":3}',
  ])('a draft is empty with a new key when the browser stored %j', (kept) => {
    const draft = parseDraft(kept)
    expect(draft).toMatchObject({ text: '', sending: null })
    expect(draft.key).not.toBe(parseDraft(kept).key)
    expect(draft.key).toMatch(/^[\w-]{8,64}$/)
  })

  it('an empty draft is not stored', () => {
    expect(serializeDraft(draft(''))).toBe('')
    expect(serializeDraft(finishSending(beginSending(draft('There'))))).toBe('')
  })
})

describe('sending a draft', () => {
  it('sending empties the field, takes a new key for it and trims the text', () => {
    const beingSent = beginSending(draft('  So light.\n'))
    expect(beingSent).toMatchObject({ text: '', sending: { text: 'So light.', key: 'key-one' } })
    expect(beingSent.key).not.toBe('key-one')
  })

  it('a sent draft disappears, and text written in the meantime stays', () => {
    const meanwhile = { ...beginSending(draft('The first')), text: 'The second' }
    expect(finishSending(meanwhile)).toEqual({ text: 'The second', key: meanwhile.key, sending: null })
  })

  it('a draft that could not be sent is restored under its key', () => {
    expect(restoreUnsent(beginSending(draft('Try again')))).toEqual(draft('Try again'))
  })

  it('a failed draft loses no text written in the meantime, and keeps the new key', () => {
    fc.assert(
      fc.property(drafts, (before) => {
        const after = restoreUnsent(before)
        expect(after.sending).toBeNull()
        expect(after.text).toContain(before.text)
        expect(after.text).toContain(before.sending?.text ?? '')
        if (before.sending && before.text) expect(after.key).toBe(before.key)
      }),
    )
  })
})

describe('the draft of a reply', () => {
  const to = { id: 7, nickname: 'Noor' }

  it('a reply is stored with its target, also without text', () => {
    expect(parseDraft(serializeDraft(setReplyTo(draft(''), to)))).toEqual(draft('', { replyTo: to }))
    expect(setReplyTo(setReplyTo(draft('words'), to))).toEqual(draft('words'))
  })

  it('the target is sent with the reply and restored when it fails', () => {
    const beingSent = beginSending(setReplyTo(draft('words'), to))
    expect(beingSent).toMatchObject({ text: '', sending: { text: 'words', replyTo: to } })
    expect(beingSent.replyTo).toBeUndefined()
    expect(restoreUnsent(beingSent)).toEqual(draft('words', { replyTo: to }))
    expect(restoreUnsent({ ...beingSent, text: 'more' })).toMatchObject({ text: 'words\n\nmore', replyTo: to })
    const other = { id: 8, nickname: 'Ines' }
    expect(restoreUnsent({ ...beingSent, text: 'more', replyTo: other })).toMatchObject({ replyTo: other })
  })
})
