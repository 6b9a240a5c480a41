import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beginSending,
  type Draft,
  finishSending,
  parseDraft,
  restoreChanged,
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
  ])('a draft is empty when the browser stored %j', (kept) => {
    expect(parseDraft(kept)).toMatchObject({ text: '', sending: null })
  })

  it('each empty draft has a key of its own', () => {
    const { key } = parseDraft(null)
    expect(key).toMatch(/^[\w-]{8,64}$/)
    expect(key).not.toBe(parseDraft(null).key)
  })

  it('an empty draft is not stored', () => {
    expect(serializeDraft(draft(''))).toBe('')
  })

  it('a sent draft is not stored', () => {
    expect(serializeDraft(finishSending(beginSending(draft('There'))))).toBe('')
  })
})

describe('sending a draft', () => {
  const beingSent = beginSending(draft('  So light.\n'))

  it('sending empties the field', () => {
    expect(beingSent.text).toBe('')
  })

  it('the text is sent trimmed under the key of the draft', () => {
    expect(beingSent.sending).toEqual({ text: 'So light.', key: 'key-one' })
  })

  it('the emptied field has a new key', () => {
    expect(beingSent.key).not.toBe('key-one')
  })

  it('a sent draft leaves only the text written in the meantime', () => {
    const meanwhile = { ...beginSending(draft('The first')), text: 'The second' }
    expect(finishSending(meanwhile)).toEqual({ text: 'The second', key: meanwhile.key, sending: null })
  })

  it('a draft that could not be sent is restored under its key', () => {
    expect(restoreUnsent(beginSending(draft('Try again')))).toEqual(draft('Try again'))
  })

  it('a draft is restored under a new key if an earlier version of it was posted', () => {
    const restored = restoreChanged(beginSending(draft('Try again, and more')))
    expect(restored).toMatchObject({ text: 'Try again, and more', sending: null })
    expect(restored.key).not.toBe('key-one')
  })

  it('a failed draft is no longer being sent', () => {
    fc.assert(
      fc.property(drafts, (before) => {
        expect(restoreUnsent(before).sending).toBeNull()
      }),
    )
  })

  it('a failed draft is joined with the text written in the meantime', () => {
    fc.assert(
      fc.property(drafts, (before) => {
        const { text } = restoreUnsent(before)
        expect(text).toContain(before.text)
        expect(text).toContain(before.sending?.text ?? '')
      }),
    )
  })

  it('a failed draft that is joined with other text keeps the new key', () => {
    fc.assert(
      fc.property(drafts, (before) => {
        fc.pre(Boolean(before.sending && before.text))
        expect(restoreUnsent(before).key).toBe(before.key)
      }),
    )
  })
})

describe('the draft of a reply', () => {
  const to = { id: 7, nickname: 'Noor' }

  const beingSent = beginSending(setReplyTo(draft('words'), to))

  it('a reply without text is stored with its target', () => {
    expect(parseDraft(serializeDraft(setReplyTo(draft(''), to)))).toEqual(draft('', { replyTo: to }))
  })

  it('a reply without its target is a plain draft again', () => {
    expect(setReplyTo(setReplyTo(draft('words'), to))).toEqual(draft('words'))
  })

  it('the target is sent with the reply', () => {
    expect(beingSent).toMatchObject({ text: '', sending: { text: 'words', replyTo: to } })
  })

  it('the emptied field has no target', () => {
    expect(beingSent.replyTo).toBeUndefined()
  })

  it('a failed reply is restored with its target', () => {
    expect(restoreUnsent(beingSent)).toEqual(draft('words', { replyTo: to }))
  })

  it('a failed reply is restored before the text written in the meantime', () => {
    expect(restoreUnsent({ ...beingSent, text: 'more' })).toMatchObject({ text: 'words\n\nmore', replyTo: to })
  })

  it('a target that was chosen in the meantime replaces that of a failed reply', () => {
    const other = { id: 8, nickname: 'Ines' }
    expect(restoreUnsent({ ...beingSent, text: 'more', replyTo: other })).toMatchObject({ replyTo: other })
  })
})
