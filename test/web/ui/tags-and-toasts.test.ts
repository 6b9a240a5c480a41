import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
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

  const list = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 5 })
  const input = fc
    .tuple(list, fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', ',') }))
    .map(([tags, text]) => ({ tags, all: addTags(tags, text, 5) }))

  it('typed tags follow existing ones', () => {
    fc.assert(
      fc.property(input, ({ tags, all }) => {
        expect(all.slice(0, tags.length)).toEqual(tags)
      }),
    )
  })

  it('there are no more tags than the limit', () => {
    fc.assert(
      fc.property(input, ({ all }) => {
        expect(all.length).toBeLessThanOrEqual(5)
      }),
    )
  })

  it('each tag is added once, in whatever case', () => {
    fc.assert(
      fc.property(input, ({ all }) => {
        expect(new Set(all.map((tag) => tag.toLowerCase())).size).toBe(all.length)
      }),
    )
  })

  it('tags are trimmed', () => {
    fc.assert(
      fc.property(input, ({ all }) => {
        expect(all).toEqual(all.map((tag) => tag.trim()))
      }),
    )
  })

  it('a tag is found in whatever case', () => {
    fc.assert(
      fc.property(input, ({ all }) => {
        expect(all.every((tag) => hasTag(all, tag.toUpperCase()))).toBe(true)
      }),
    )
  })
})

describe('toasts', () => {
  afterEach(() => {
    for (const { id } of currentToasts()) dismissToast(id)
  })

  const shown = () => currentToasts().map(({ text, kind }) => [text, kind])

  it('toasts are listed in order', () => {
    toast('Saved')
    toast('Link copied', { kind: 'plain' })
    expect(shown()).toEqual([
      ['Saved', 'done'],
      ['Link copied', 'plain'],
    ])
  })

  it('a repeated toast replaces the earlier one', () => {
    toast('Saved')
    toast('Link copied')
    toast('Saved')
    expect(currentToasts().map(({ text }) => text)).toEqual(['Link copied', 'Saved'])
  })

  it('a toast is listed until it is dismissed', () => {
    toast('Link copied', { kind: 'plain' })
    dismissToast(toast('Saved'))
    expect(shown()).toEqual([['Link copied', 'plain']])
  })

  it('dismissing a toast that was replaced changes nothing', () => {
    const first = toast('Saved')
    toast('Saved')
    dismissToast(first)
    expect(currentToasts()).toHaveLength(1)
  })

  it('subscribers are called only when something changed', () => {
    const subscriber = vi.fn()
    const stop = subscribeToToasts(subscriber)
    const id = toast('Saved')
    dismissToast(id)
    dismissToast(id)
    stop()
    expect(subscriber).toHaveBeenCalledTimes(2)
  })

  it('a subscriber that has stopped is not called', () => {
    const subscriber = vi.fn()
    subscribeToToasts(subscriber)()
    toast('Saved')
    expect(subscriber).not.toHaveBeenCalled()
  })
})

describe('the message for an unexpected error', () => {
  it.each([new Error('x'), null, 'text', undefined])('the error %j is reported as a fault of the site', (error) => {
    expect(messageOf(error)).toBe('Something went wrong on our side. Try again in a bit.')
  })
})
