import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatSession } from '../../../web/features/chat/session/chat-session.ts'
import { deleteUploadDraft, readUploadDraft, writeUploadDraft } from '../../../web/features/uploads/upload-draft.ts'
import { EMPTY_TEXT } from '../../../web/features/uploads/upload-queue.ts'
import { readStored, writeStored } from '../../../web/lib/local-storage.ts'
import { signInPath, wasSignedIn } from '../../../web/lib/session.ts'

class Store {
  readonly values = new Map<string, string>()
  getItem = (name: string) => this.values.get(name) ?? null
  setItem = (name: string, value: string) => void this.values.set(name, value)
  removeItem = (name: string) => void this.values.delete(name)
}

let store: Store
beforeEach(() => {
  store = new Store()
  vi.stubGlobal('localStorage', store)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('values stored in the browser', () => {
  it('a value is restored', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        writeStored(name, value)
        expect(readStored(name)).toBe(value || null)
      }),
    )
  })

  it('an empty value is removed', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        writeStored(name, value)
        writeStored(name, '')
        expect(store.values.size).toBe(0)
      }),
    )
  })

  it('storage that is forbidden or full is not an error', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    })
    expect(() => writeStored('theme', 'dark')).not.toThrow()
    expect(readStored('theme')).toBeNull()
  })
})

describe('the draft of an upload', () => {
  const draftArbitrary = fc.record({
    title: fc.string(),
    description: fc.string({ unit: 'grapheme' }),
    altText: fc.string(),
    tags: fc.array(fc.string()),
    mature: fc.boolean(),
    unlisted: fc.boolean(),
    madeWithAi: fc.option(fc.boolean()),
  })

  it('a draft is restored for its upload', () => {
    fc.assert(
      fc.property(fc.uuid(), draftArbitrary, (id, draft) => {
        writeUploadDraft(id, draft)
        expect(readUploadDraft(id)).toEqual(draft)
      }),
    )
  })

  it('a draft is not restored for another upload', () => {
    writeUploadDraft('one', EMPTY_TEXT)
    expect(readUploadDraft('other')).toBeNull()
  })

  it('a deleted draft leaves nothing in the browser', () => {
    fc.assert(
      fc.property(fc.uuid(), draftArbitrary, (id, draft) => {
        writeUploadDraft(id, draft)
        deleteUploadDraft(id)
        expect(readUploadDraft(id)).toBeNull()
        expect(store.values.size).toBe(0)
      }),
    )
  })

  it('a draft of an older version has defaults for missing fields', () => {
    writeUploadDraft('one', EMPTY_TEXT)
    const [name = ''] = store.values.keys()
    store.setItem(name, JSON.stringify({ title: 'Old' }))
    expect(readUploadDraft('one')).toEqual({ ...EMPTY_TEXT, title: 'Old' })
  })

  it.each(['', 'null', '7', '"text"', '{', 'undefined'])('there is no draft when the browser stored %j', (text) => {
    writeUploadDraft('one', EMPTY_TEXT)
    const [name = ''] = store.values.keys()
    store.setItem(name, text)
    expect(readUploadDraft('one')).toBeNull()
  })
})

describe('lines sent offline', () => {
  const unsentIn = (room: ChatSession) => room.state().view.outgoing.map(({ message }) => message)

  it('unsent lines are restored after a reload, whatever another tab sent', () => {
    const [first, second] = [new ChatSession('lobby', 1), new ChatSession('lobby', 1)]
    first.sendLine('first')
    second.sendLine('second')
    first.sendLine('third')
    for (const { key } of second.state().view.outgoing) second.discard(key)
    expect(unsentIn(new ChatSession('lobby', 1))).toEqual(['first', 'third'])
  })

  it('unsent lines are not restored for another member', () => {
    new ChatSession('lobby', 1).sendLine('first')
    expect(unsentIn(new ChatSession('lobby', 2))).toEqual([])
  })
})

describe('the hint that a member may be logged in', () => {
  it.each([
    ['', false],
    ['signed-in=1', true],
    ['__Host-signed-in=1', true],
    ['theme=dark; signed-in=1', true],
    ['theme=dark; __Host-signed-in=1; other=2', true],
    ['never-signed-in=1', false],
    ['note=signed-in=1', false],
    ['signed-in=0', false],
  ])('the hint for the cookies %j is %j', (cookie, isExpected) => {
    vi.stubGlobal('document', { cookie })
    expect(wasSignedIn()).toBe(isExpected)
  })
})

describe('the address of the login', () => {
  it('the address contains the page to return to', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const back = `/${typed}`
        expect(new URL(signInPath(back), 'https://site.example').searchParams.get('return')).toBe(back)
      }),
    )
  })

  it('the page to return to is the current one unless another is given', () => {
    vi.stubGlobal('location', { pathname: '/sketch/7', search: '?aid=1&x=%26' })
    expect(signInPath()).toBe('/sign-in?return=%2Fsketch%2F7%3Faid%3D1%26x%3D%2526')
  })
})
