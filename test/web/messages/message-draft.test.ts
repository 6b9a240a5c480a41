import { describe, expect, it } from 'vitest'
import { emptyDraft, parseMessageDraft, serializeMessageDraft } from '../../../web/features/messages/message-draft.ts'
import { CallError } from '../../../web/lib/call.ts'
import { sendFailureOf } from '../../../web/lib/messages/messages.ts'

const SKETCH = { id: 7, title: 'Heron', imageUrl: '/image/a', width: 600, height: 900 }

describe('drafts of messages [2 §4]', () => {
  it('a draft keeps subject, text, sketch and key over a reload', () => {
    const draft = { subject: 'Swap', text: 'Pears?', sketch: SKETCH, key: 'key-of-draft' }
    expect(parseMessageDraft(serializeMessageDraft(draft))).toEqual(draft)
  })

  it('an empty draft is not stored', () => {
    expect(serializeMessageDraft(emptyDraft())).toBe('')
  })

  it.each([null, '', 'null', '{"text":1}', '{"text":"Pears?"}'])(
    'an unreadable draft becomes an empty one: %j',
    (stored) => {
      expect(parseMessageDraft(stored)).toMatchObject({ subject: '', text: '', sketch: null })
    },
  )

  it('each draft has a key of its own', () => {
    expect(emptyDraft().key).not.toBe(emptyDraft().key)
  })
})

describe('a message that could not be sent [2 §8]', () => {
  const SPECIFIED = 'Sorry, there was an error sending your message. Please retry in a bit.'

  it.each([new CallError(0, 'no_reply', null), new CallError(500, 'internal', null), new Error('unknown')])(
    'a failure shows the specified text: %s',
    (error) => {
      expect(sendFailureOf(error)).toBe(SPECIFIED)
    },
  )

  it('a refused message says why', () => {
    expect(sendFailureOf(new CallError(409, 'request_waiting', null))).toMatch(/once they accept/)
  })
})
