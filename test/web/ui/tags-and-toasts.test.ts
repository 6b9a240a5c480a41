import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { messageOf } from '../../../web/lib/messages/errors.ts'
import { currentToasts, dismissToast, subscribeToToasts, toast } from '../../../web/lib/toast.ts'
import { addTags, hasTag } from '../../../web/ui/TagField.tsx'

describe('tags that are typed', () => {
  it.each([
    [[], 'ink', ['ink']],
    [[], ' ink ,  wash,', ['ink', 'wash']],
    [['ink'], 'Ink, INK, wash', ['ink', 'wash']],
    [['ink'], ' , ,', ['ink']],
  ])('%j and %j are %j', (tags, text, all) => {
    expect(addTags(tags, text, 20)).toEqual(all)
  })

  it('go after those there are, each once, and never too many', () => {
    const list = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 5 })
    fc.assert(
      fc.property(list, fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', ',') }), (tags, text) => {
        const all = addTags(tags, text, 5)
        expect(all.slice(0, tags.length)).toEqual(tags)
        expect(all.length).toBeLessThanOrEqual(5)
        expect(new Set(all.map((tag) => tag.toLowerCase())).size).toBe(all.length)
        for (const tag of all) expect([tag, hasTag(all, tag.toUpperCase())]).toEqual([tag.trim(), true])
      }),
    )
  })
})

describe('toasts', () => {
  afterEach(() => {
    for (const { id } of currentToasts()) dismissToast(id)
  })

  it('stand in the order they came, the same text once, until they are taken away', () => {
    const first = toast('Saved')
    toast('Link copied', { kind: 'plain' })
    const again = toast('Saved')
    expect(currentToasts().map(({ text }) => text)).toEqual(['Link copied', 'Saved'])
    dismissToast(first)
    expect(currentToasts()).toHaveLength(2)
    dismissToast(again)
    expect(currentToasts().map(({ text, kind }) => [text, kind])).toEqual([['Link copied', 'plain']])
  })

  it('tell whoever listens, and only when something changed', () => {
    let told = 0
    const stop = subscribeToToasts(() => told++)
    const id = toast('Saved')
    dismissToast(id)
    dismissToast(id)
    expect(told).toBe(2)
    stop()
    toast('Saved')
    expect(told).toBe(2)
  })
})

describe('what is said of an error', () => {
  it.each([new Error('x'), null, 'text', undefined])('that nobody foresaw, such as %j, is our own fault', (error) => {
    expect(messageOf(error)).toBe('Something went wrong on our side. Try again in a bit.')
  })
})
