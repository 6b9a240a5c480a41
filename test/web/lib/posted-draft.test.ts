import { describe, expect, it } from 'vitest'
import { withoutPosted } from '../../../web/lib/posted-draft.ts'

type Sketch = { id: number } | null

const EMPTY = { text: '', key: 'key-of-empty', sketch: null }

const kept = (text: string, posted: string) =>
  withoutPosted({ text, key: 'key-of-draft', sketch: null }, { text: posted }, () => EMPTY)

const keptWithSketch = (sketch: Sketch, posted: Sketch) =>
  withoutPosted<typeof EMPTY | { text: string; key: string; sketch: Sketch }>(
    { text: 'Three pears.', key: 'key-of-draft', sketch },
    { text: 'Three pears.', sketch: posted },
    () => EMPTY,
  )

describe('a draft whose text was posted', () => {
  it.each(['Three pears.', '  Three pears. \n', 'Three\tpears.'])('the posted text is dropped: %j', (text) => {
    expect(kept(text, 'Three pears.')).toEqual(EMPTY)
  })

  it('a text that was changed since then stays under a new key', () => {
    const { text, key } = kept('Three pears, and a cup.', 'Three pears.')
    expect(text).toBe('Three pears, and a cup.')
    expect(key).not.toBe('key-of-draft')
  })

  it.each([null, { id: 1 }])('a sketch that was attached since then stays with its text, after %j', (posted) => {
    expect(keptWithSketch({ id: 2 }, posted)).toMatchObject({ text: 'Three pears.', sketch: { id: 2 } })
  })

  it.each([null, { id: 2 }])('a draft with the posted sketch is dropped: %j', (sketch) => {
    expect(keptWithSketch(sketch, { id: 2 })).toEqual(EMPTY)
  })

  it('a draft without a text is dropped', () => {
    expect(kept(' ', 'Three pears.')).toEqual(EMPTY)
  })
})
