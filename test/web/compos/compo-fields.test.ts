import { describe, expect, it } from 'vitest'
import type { CompoInfo } from '../../../contract/http/compos.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { problemOf, readCompo, suggestedKey } from '../../../web/features/compos/compo-fields.ts'
import { dateTimeValue } from '../../../web/lib/date-time-field.ts'

const FIELDS = {
  title: 'Way home',
  key: 'way-home',
  description: '',
  startDate: '2026-06-01T12:00',
  endDate: '2026-06-08T12:00',
  endVotingDate: '2026-06-15T12:00',
  entriesPerMember: '3',
  thumbnail: '',
  group: '',
}

function formOf(fields: Partial<typeof FIELDS> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) form.set(name, value)
  return form
}

const read = (fields: Partial<typeof FIELDS>) => readCompo(formOf(fields), undefined)

describe('the form of a compo', () => {
  it.each([
    ['On the way home!', 'on-the-way-home'],
    ['Café, at 5 o’clock ', 'cafe-at-5-oclock'],
    ['a_b -- c', 'a-b-c'],
    ['夜', ''],
    ['Everything that glitters is drawn twice', 'everything-that-glitters-is-draw'],
    ['Everything that glitters isnt a a gold', 'everything-that-glitters-isnt-a'],
  ])('the title %j suggests the key %j', (title, key) => {
    expect(suggestedKey(title)).toBe(key)
  })

  it('a complete form is read', () => {
    expect(read({ thumbnail: 'https://croquis.test/sketch/12?in=recent' })).toMatchObject({
      compo: { key: 'way-home', entriesPerMember: 3, thumbnail: 12, group: null },
    })
  })

  it.each([
    ['title', { title: ' ' }],
    ['key', { key: 'Way home' }],
    ['startDate', { startDate: '' }],
    ['endVotingDate', { endVotingDate: '' }],
    ['endDate', { endDate: FIELDS.startDate }],
    ['endVotingDate', { endVotingDate: FIELDS.startDate }],
    ['thumbnail', { thumbnail: 'my sketch' }],
  ])('a problem is shown at the field %s: %j', (field, fields) => {
    expect(read(fields)).toMatchObject({ field })
  })

  it('a time that was not changed keeps its seconds', () => {
    const [startDate, endDate, endVotingDate] = ['20260601120042', '20260608120042', '20260615120042'] as const
    const before = { id: 'way-home', compoId: 5, group: null, startDate, endDate, endVotingDate } as CompoInfo
    const shown = { startDate: dateTimeValue(fromWireTime(startDate)), endDate: dateTimeValue(fromWireTime(endDate)) }
    expect(readCompo(formOf({ ...shown, endVotingDate: '2026-07-01T12:00' }), before)).toMatchObject({
      compo: { compoId: 5, startDate, endDate },
    })
  })

  it('a refusal of the site is shown at the field it is about', () => {
    expect(problemOf({ code: 'compo_key_taken', field: undefined })?.field).toBe('key')
    expect(problemOf({ code: 'not_found', field: 'group' })?.field).toBe('group')
    expect(problemOf({ code: 'not_found', field: 'thumbnail' })?.field).toBe('thumbnail')
    expect(problemOf({ code: 'compo_ends_soon', field: undefined })?.field).toBe('endDate')
    expect(problemOf({ code: 'bad_request', field: 'reason' })?.field).toBe('reason')
    expect(problemOf({ code: 'bad_request', field: undefined })).toBeNull()
    expect(problemOf({ code: 'not_found', field: undefined })).toBeNull()
    expect(problemOf({ code: 'forbidden', field: undefined })).toBeNull()
  })
})
