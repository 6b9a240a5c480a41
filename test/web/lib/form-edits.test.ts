import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type EditFields, editFields } from '../../../contract/http/edit-sketch.ts'
import { type Edits, editsSince, mergeEdits, parseEdits } from '../../../web/lib/form-edits.ts'
import { sampleEditBody } from '../../support/web/samples.ts'

const NOW = sampleEditBody({ tags: ['sea'] })

const storedEdits = z.partial(editFields)

const change = fc.record(
  {
    title: fc.stringMatching(/^[a-z]{0,8}$/),
    tags: fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 }),
    privacy: fc.constantFrom('public' as const, 'unlisted' as const),
    angle: fc.constantFrom(0 as const, 90 as const, 180 as const, 270 as const),
    parentSketchId: fc.option(fc.integer({ min: 1, max: 99 })),
    mature: fc.boolean(),
  },
  { requiredKeys: [] },
)

describe('unsaved edits of a form', () => {
  const changes = fc.array(change, { maxLength: 6 })
  const editsAfter = (all: readonly Partial<EditFields>[]) =>
    all.reduce<Edits<EditFields>>((before, next) => mergeEdits(before, next, NOW), {})

  it('edits contain the latest changes', () => {
    fc.assert(
      fc.property(changes, (all) => {
        expect({ ...NOW, ...editsAfter(all) }).toEqual({ ...NOW, ...Object.assign({}, ...all) })
      }),
    )
  })

  it('edits contain nothing that equals the saved values', () => {
    fc.assert(
      fc.property(changes, (all) => {
        const edits = editsAfter(all)
        for (const [field, value] of Object.entries(edits)) expect(value).not.toEqual(NOW[field as keyof EditFields])
      }),
    )
  })

  it('edits that are made while others are sent stay', () => {
    const sent: Edits<EditFields> = { title: 'Flood', tags: ['mud'] }
    expect(editsSince(sent, { ...sent, title: 'Flood tide', altText: 'Mud' }, {})).toEqual({
      title: 'Flood tide',
      altText: 'Mud',
    })
    expect(editsSince(sent, sent, sent)).toEqual({})
  })

  it('a field that is set back to its saved value while its change is sent becomes an edit', () => {
    const sent: Edits<EditFields> = { title: 'Flood', tags: ['mud'] }
    const latest = { ...sent, title: NOW.title, altText: NOW.altText }
    expect(editsSince(sent, mergeEdits(sent, { title: NOW.title }, NOW), latest)).toEqual({ title: NOW.title })
  })

  it('edits survive a reload', () => {
    fc.assert(
      fc.property(change, (fields) => {
        const edits = mergeEdits({}, fields, NOW)
        expect(parseEdits(storedEdits, JSON.stringify(edits))).toEqual(edits)
      }),
    )
  })

  it('edits apply to newer saved values, except those that became equal', () => {
    const edits = mergeEdits({}, { title: 'Flood', tags: ['mud'] }, NOW)
    const later = { ...NOW, title: 'Flood', description: 'At Cramond.' }
    expect({ ...later, ...mergeEdits(edits, {}, later) }).toEqual({ ...later, tags: ['mud'] })
  })

  it('a field that is set to undefined is reverted', () => {
    expect(mergeEdits({ angle: 90, title: 'Flood' }, { angle: undefined }, NOW)).toEqual({ title: 'Flood' })
  })

  it.each([null, '', '{', 'null', '7', '{"title":7}', '{"angle":45}'])(
    'there are no edits when the browser stored %j',
    (stored) => {
      expect(parseEdits(storedEdits, stored)).toEqual({})
    },
  )
})
