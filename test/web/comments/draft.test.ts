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

describe('the draft that a browser kept [1 §5]', () => {
  it('comes back as it was, with the key that makes it stand once', () => {
    fc.assert(
      fc.property(text, fc.uuid(), (text, key) => {
        fc.pre(text !== '')
        expect(parseDraft(serializeDraft({ text, key, sending: null }))).toEqual({ text, key, sending: null })
      }),
    )
  })

  it('that was on its way is a draft again, under its own key', () => {
    const underway = beginSending(draft('Not answered yet'))
    expect(parseDraft(serializeDraft(underway))).toEqual(draft('Not answered yet'))
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
  ])('is empty, with a key of its own, where %j was kept', (kept) => {
    const draft = parseDraft(kept)
    expect(draft).toMatchObject({ text: '', sending: null })
    expect(draft.key).not.toBe(parseDraft(kept).key)
    expect(draft.key).toMatch(/^[\w-]{8,64}$/)
  })

  it('is nothing when nothing is written and nothing on its way', () => {
    expect(serializeDraft(draft(''))).toBe('')
    expect(serializeDraft(finishSending(beginSending(draft('There'))))).toBe('')
  })
})

describe('a draft on its way', () => {
  it('leaves the field empty, under another key, and is sent without blank ends', () => {
    const underway = beginSending(draft('  So light.\n'))
    expect(underway).toMatchObject({ text: '', sending: { text: 'So light.', key: 'key-one' } })
    expect(underway.key).not.toBe('key-one')
  })

  it('that arrives is gone, and what was written meanwhile stays', () => {
    const meanwhile = { ...beginSending(draft('The first')), text: 'The second' }
    expect(finishSending(meanwhile)).toEqual({ text: 'The second', key: meanwhile.key, sending: null })
  })

  it('that fails is there again as it was, to be posted again under the same key', () => {
    expect(restoreUnsent(beginSending(draft('Try again')))).toEqual(draft('Try again'))
  })

  it('that fails loses nothing, whatever was written meanwhile; then it is another comment, with another key', () => {
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

describe('a draft that answers a comment', () => {
  const to = { id: 7, nickname: 'Noor' }

  it('is kept with what it answers, also before a word is written', () => {
    expect(parseDraft(serializeDraft(setReplyTo(draft(''), to)))).toEqual(draft('', { replyTo: to }))
    expect(setReplyTo(setReplyTo(draft('words'), to))).toEqual(draft('words'))
  })

  it('takes that with it when it is sent, and brings it back when it fails', () => {
    const underway = beginSending(setReplyTo(draft('words'), to))
    expect(underway).toMatchObject({ text: '', sending: { text: 'words', replyTo: to } })
    expect(underway.replyTo).toBeUndefined()
    expect(restoreUnsent(underway)).toEqual(draft('words', { replyTo: to }))
    expect(restoreUnsent({ ...underway, text: 'more' })).toMatchObject({ text: 'words\n\nmore', replyTo: to })
    const other = { id: 8, nickname: 'Ines' }
    expect(restoreUnsent({ ...underway, text: 'more', replyTo: other })).toMatchObject({ replyTo: other })
  })
})
