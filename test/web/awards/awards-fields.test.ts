import { describe, expect, it } from 'vitest'
import type { AwardCategory, AwardsInfo } from '../../../contract/http/awards.ts'
import { AWARD_CATEGORIES_MAX, AWARD_CATEGORY_TITLE_MAX } from '../../../contract/limits.ts'
import { fromWireTime, toWireTime } from '../../../contract/time.ts'
import { categoryLines, parseNominee, readAwards } from '../../../web/features/awards/awards-fields.ts'
import { dateTimeValue } from '../../../web/lib/date-time-field.ts'

describe('the link of a nominee', () => {
  it.each([
    ['12', 'sketch', 12],
    [' 12 ', 'sketch', 12],
    ['/sketch/12', 'sketch', 12],
    ['https://croquis.test/sketch/12', 'sketch', 12],
    ['https://croquis.test/sketch/12?in=recent', 'sketch', 12],
    ['https://croquis.test/sketch/12#comments', 'sketch', 12],
    ['https://croquis.test/user/34', 'artist', 34],
    ['/user/34/gallery', 'artist', 34],
    ['999999999999999', 'artist', 999_999_999_999_999],
  ] as const)('%j for a %s names the number %i', (text, kind, number) => {
    expect(parseNominee(text, kind)).toBe(number)
  })

  it.each([
    ['', 'sketch'],
    ['my sketch', 'sketch'],
    ['0', 'sketch'],
    ['012', 'sketch'],
    ['-12', 'sketch'],
    ['1.5', 'sketch'],
    ['12 13', 'sketch'],
    ['1000000000000000', 'sketch'],
    ['/sketch/', 'sketch'],
    ['/sketch/low-tide', 'sketch'],
    ['/user/34', 'sketch'],
    ['/sketch/12', 'artist'],
    ['/compo/12', 'artist'],
  ] as const)('%j for a %s names none', (text, kind) => {
    expect(parseNominee(text, kind)).toBeUndefined()
  })
})

const FIELDS = {
  year: '2026',
  nominationsStart: '2026-12-01T00:00',
  nominationsEnd: '2026-12-31T12:00',
  votingStart: '2026-12-31T12:00',
  votingEnd: '2027-01-31T12:00',
  recap: '',
  categories: '',
  reason: '',
}

function formOf(fields: Partial<typeof FIELDS>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, ...fields })) form.set(name, value)
  return form
}

const read = (fields: Partial<typeof FIELDS> = {}, before?: AwardsInfo) => readAwards(formOf(fields), before)
const local = (value: string) => toWireTime(new Date(value).getTime())

describe('the form of a year of awards', () => {
  it('a complete form is read, with its times in UTC', () => {
    const categories = 'sketch: Best in ink\n\n  Artist :  Artist of the year '
    expect(read({ categories, recap: ' Thank you all. ', reason: 'It is December.' })).toEqual({
      awards: {
        year: 2026,
        isNew: true,
        nominationsStart: local(FIELDS.nominationsStart),
        nominationsEnd: local(FIELDS.nominationsEnd),
        votingStart: local(FIELDS.votingStart),
        votingEnd: local(FIELDS.votingEnd),
        recap: 'Thank you all.',
        categories: [
          { kind: 'sketch', title: 'Best in ink' },
          { kind: 'artist', title: 'Artist of the year' },
        ],
        reason: 'It is December.',
      },
    })
  })

  it.each([
    ['year', { year: '' }],
    ['year', { year: '2010' }],
    ['year', { year: '3000' }],
    ['year', { year: '2026.5' }],
    ['year', { year: 'next' }],
    ['nominationsStart', { nominationsStart: '' }],
    ['votingStart', { votingStart: '', votingEnd: '' }],
    ['nominationsEnd', { nominationsEnd: FIELDS.nominationsStart }],
    ['votingStart', { votingStart: '2026-12-31T11:59' }],
    ['votingEnd', { votingEnd: FIELDS.votingStart }],
    ['categories', { categories: 'Best in ink' }],
    ['categories', { categories: 'sketch: Best in ink\ngroup: Group of the year' }],
    ['categories', { categories: 'sketch:' }],
    ['categories', { categories: 'sketch:   ' }],
  ])('a problem is shown at the field %s: %j', (field, fields) => {
    expect(read(fields)).toEqual({ field, error: expect.stringMatching(/\.$/) })
  })
})

describe('the form of a year that is edited', () => {
  const category = (id: number, title: string, kind: AwardCategory['kind'] = 'sketch') =>
    ({ id, title, kind }) as AwardCategory
  const dates = {
    nominationsStart: '20261201000042',
    nominationsEnd: '20261231120042',
    votingStart: '20261231120042',
    votingEnd: '20270131120042',
  }
  const before = {
    year: 2026,
    dates,
    categories: [category(1, 'Ink'), category(2, 'Colour'), category(3, 'Artist of the year', 'artist')],
  } as AwardsInfo
  const categoriesOf = (categories: string) => {
    const parsed = read({ categories }, before)
    if ('error' in parsed) throw new Error(parsed.error)
    return parsed.awards.categories.map(({ id, title }) => [id, title])
  }

  it('an edited year keeps its number, and unchanged times keep their seconds', () => {
    const shown = Object.fromEntries(
      Object.entries(dates).map(([name, time]) => [name, dateTimeValue(fromWireTime(time))]),
    )
    const parsed = read({ ...shown, year: '', votingEnd: '2027-02-01T12:00' }, before)
    expect(parsed).toMatchObject({ awards: { ...dates, year: 2026, votingEnd: local('2027-02-01T12:00') } })
  })

  it('unchanged lines keep the ids of their categories', () => {
    expect(categoriesOf(categoryLines(before.categories))).toEqual([
      [1, 'Ink'],
      [2, 'Colour'],
      [3, 'Artist of the year'],
    ])
  })

  it('a category keeps its id when its line moves', () => {
    expect(categoriesOf('artist: Artist of the year\nsketch: Colour\nsketch: Ink')).toEqual([
      [3, 'Artist of the year'],
      [2, 'Colour'],
      [1, 'Ink'],
    ])
  })

  it('a category keeps its id when its title changes, and lines at the end are new categories', () => {
    expect(
      categoriesOf('sketch: Best in ink\nsketch: Colour\nartist: Artist of the year\nsketch: Best landscape'),
    ).toEqual([
      [1, 'Best in ink'],
      [2, 'Colour'],
      [3, 'Artist of the year'],
      [undefined, 'Best landscape'],
    ])
  })

  it('a line that is removed removes its category', () => {
    expect(categoriesOf('sketch: Ink\nartist: Artist of the year')).toEqual([
      [1, 'Ink'],
      [3, 'Artist of the year'],
    ])
  })

  it('a line that changes its kind is a new category', () => {
    expect(categoriesOf('artist: Ink\nsketch: Colour\nartist: Artist of the year')).toEqual([
      [undefined, 'Ink'],
      [2, 'Colour'],
      [3, 'Artist of the year'],
    ])
  })

  it('the second of two equal titles is a new category', () => {
    expect(categoriesOf('sketch: Ink\nsketch: Colour\nartist: Artist of the year\nsketch: Ink')).toEqual([
      [1, 'Ink'],
      [2, 'Colour'],
      [3, 'Artist of the year'],
      [undefined, 'Ink'],
    ])
  })
})

describe('the limits of categories', () => {
  const line = (number: number) => `sketch: Category ${number}`

  it('the form names the limit of categories, and that of their titles', () => {
    const lines = Array.from({ length: AWARD_CATEGORIES_MAX + 1 }, (_, number) => line(number))
    expect(read({ categories: lines.join('\n') })).toEqual({
      field: 'categories',
      error: 'A year can have 20 categories. Remove some lines.',
    })
    expect(read({ categories: `artist: ${'x'.repeat(AWARD_CATEGORY_TITLE_MAX + 1)}` })).toEqual({
      field: 'categories',
      error: 'A title can have 64 characters. Shorten the longest.',
    })
  })

  it('the form accepts the maximum number of categories, and a title of maximum length', () => {
    const lines = Array.from({ length: AWARD_CATEGORIES_MAX - 1 }, (_, number) => line(number))
    const categories = [...lines, `artist: ${'x'.repeat(AWARD_CATEGORY_TITLE_MAX)}`].join('\n')
    expect(read({ categories })).toMatchObject({ awards: { year: 2026 } })
  })
})
