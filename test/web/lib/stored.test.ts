import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ChatSession } from '../../../web/features/chat/session/chat-session.ts'
import { deleteUploadDraft, readUploadDraft, writeUploadDraft } from '../../../web/features/uploads/upload-draft.ts'
import { EMPTY_TEXT } from '../../../web/features/uploads/upload-queue.ts'
import { readStored, writeStored } from '../../../web/lib/local-storage.ts'
import { signInPath, wasSignedIn } from '../../../web/lib/session.ts'

class Store {
  readonly kept = new Map<string, string>()
  getItem = (name: string) => this.kept.get(name) ?? null
  setItem = (name: string, value: string) => void this.kept.set(name, value)
  removeItem = (name: string) => void this.kept.delete(name)
}

let store: Store
beforeEach(() => {
  store = new Store()
  vi.stubGlobal('localStorage', store)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('what is kept in this browser', () => {
  it('comes back as it was; nothing is kept of an empty text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, value) => {
        writeStored(name, value)
        expect(readStored(name)).toBe(value || null)
        writeStored(name, '')
        expect(store.kept.size).toBe(0)
      }),
    )
  })

  it('is nothing where keeping is forbidden or full, and that is no error', () => {
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
  const words = fc.record({
    title: fc.string(),
    description: fc.string({ unit: 'grapheme' }),
    altText: fc.string(),
    tags: fc.array(fc.string()),
    mature: fc.boolean(),
    unlisted: fc.boolean(),
    madeWithAi: fc.option(fc.boolean()),
  })

  it('comes back with every word, for its upload alone, until it is forgotten', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), words, (id, other, words) => {
        fc.pre(id !== other)
        writeUploadDraft(id, words)
        expect(readUploadDraft(id)).toEqual(words)
        expect(readUploadDraft(other)).toBeNull()
        deleteUploadDraft(id)
        expect(readUploadDraft(id)).toBeNull()
        expect(store.kept.size).toBe(0)
      }),
    )
  })

  it('of before there were all these fields has the others empty', () => {
    writeUploadDraft('one', EMPTY_TEXT)
    const [name = ''] = store.kept.keys()
    store.setItem(name, JSON.stringify({ title: 'Old' }))
    expect(readUploadDraft('one')).toEqual({ ...EMPTY_TEXT, title: 'Old' })
  })

  it.each(['', 'null', '7', '"text"', '{', 'undefined'])('is none when what is kept is %j', (kept) => {
    writeUploadDraft('one', EMPTY_TEXT)
    const [name = ''] = store.kept.keys()
    store.setItem(name, kept)
    expect(readUploadDraft('one')).toBeNull()
  })
})

describe('lines that were said where there was no network', () => {
  const unsentIn = (room: ChatSession) => room.state().view.outgoing.map(({ message }) => message)

  it('are there again after a reload, whatever was said in another tab meanwhile', () => {
    const [one, other] = [new ChatSession('lobby', 1), new ChatSession('lobby', 1)]
    one.sendLine('first')
    other.sendLine('second')
    one.sendLine('third')
    for (const { key } of other.state().view.outgoing) other.discard(key)
    expect(unsentIn(new ChatSession('lobby', 1))).toEqual(['first', 'third'])
    expect(unsentIn(new ChatSession('lobby', 2))).toEqual([])
  })
})

describe('whether someone may be logged in', () => {
  it.each([
    ['', false],
    ['signed-in=1', true],
    ['__Host-signed-in=1', true],
    ['theme=dark; signed-in=1', true],
    ['theme=dark; __Host-signed-in=1; other=2', true],
    ['never-signed-in=1', false],
    ['note=signed-in=1', false],
    ['signed-in=0', false],
  ])('with the cookies %j is %j', (cookie, may) => {
    vi.stubGlobal('document', { cookie })
    expect(wasSignedIn()).toBe(may)
  })
})

describe('the address where signing in starts', () => {
  it('carries the page to come back to, whatever is in its address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        const back = `/${typed}`
        expect(new URL(signInPath(back), 'https://site.example').searchParams.get('return')).toBe(back)
      }),
    )
    vi.stubGlobal('location', { pathname: '/sketch/7', search: '?aid=1&x=%26' })
    expect(signInPath()).toBe('/sign-in?return=%2Fsketch%2F7%3Faid%3D1%26x%3D%2526')
  })
})
