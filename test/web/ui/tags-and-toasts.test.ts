import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { messageOf } from '../../../web/lib/messages/errors.ts'
import { currentToasts, dismissToast, subscribeToToasts, toast } from '../../../web/lib/toast.ts'
import { addTags, hasTag } from '../../../web/ui/TagField.tsx'

describe('the input of tags', () => {
  it.each([
    [[], 'ink', ['ink']],
    [[], ' ink ,  wash,', ['ink', 'wash']],
    [['ink'], 'Ink, INK, wash', ['ink', 'wash']],
    [['ink'], ' , ,', ['ink']],
  ])('the tags %j and the input %j become %j', (tags, text, all) => {
    expect(addTags(tags, text, 20)).toEqual(all)
  })

  it('typed tags follow existing ones, each once and within the limit', () => {
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

  it('toasts are listed in order, the same text once, until they are dismissed', () => {
    const first = toast('Saved')
    toast('Link copied', { kind: 'plain' })
    const again = toast('Saved')
    expect(currentToasts().map(({ text }) => text)).toEqual(['Link copied', 'Saved'])
    dismissToast(first)
    expect(currentToasts()).toHaveLength(2)
    dismissToast(again)
    expect(currentToasts().map(({ text, kind }) => [text, kind])).toEqual([['Link copied', 'plain']])
  })

  it('subscribers are called only when something changed', () => {
    let calls = 0
    const stop = subscribeToToasts(() => calls++)
    const id = toast('Saved')
    dismissToast(id)
    dismissToast(id)
    expect(calls).toBe(2)
    stop()
    toast('Saved')
    expect(calls).toBe(2)
  })
})

describe('the message for an unexpected error', () => {
  it.each([new Error('x'), null, 'text', undefined])('the error %j is reported as a fault of the site', (error) => {
    expect(messageOf(error)).toBe('Something went wrong on our side. Try again in a bit.')
  })
})
