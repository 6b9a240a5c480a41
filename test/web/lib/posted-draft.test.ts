import { describe, expect, it } from 'vitest'
import { withoutPosted } from '../../../web/lib/posted-draft.ts'

const EMPTY = { text: '', key: 'key-of-empty' }

const kept = (text: string, posted: string) => withoutPosted({ text, key: 'key-of-draft' }, posted, () => EMPTY)

describe('a draft whose text was posted', () => {
  it.each(['Three pears.', '  Three pears. \n', 'Three\tpears.'])('the posted text is dropped: %j', (text) => {
    expect(kept(text, 'Three pears.')).toEqual(EMPTY)
  })

  it('a text that was changed since then stays under a new key', () => {
    const { text, key } = kept('Three pears, and a cup.', 'Three pears.')
    expect(text).toBe('Three pears, and a cup.')
    expect(key).not.toBe('key-of-draft')
  })

  it('a draft without a text is dropped', () => {
    expect(kept(' ', 'Three pears.')).toEqual(EMPTY)
  })
})
