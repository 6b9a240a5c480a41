import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReservedNickname, nicknameSkeleton } from '../../../../../worker/domain/users/nicknames.ts'

describe('skeletons of nicknames', () => {
  it.each([
    ['Mira', 'Міrа', 'Cyrillic letters'],
    ['Noor', 'Νοοr', 'Greek letters'],
    ['Ilya', 'llya', 'a small L for a capital I'],
    ['Otto', '0tto', 'a zero for an O'],
    ['Emma', 'Ernrna', 'two letters for one'],
    ['Mira', 'Ｍｉｒａ', 'full width'],
  ])('%s and %s have the same one (%s)', (nickname, other) => {
    expect(nicknameSkeleton(other)).toBe(nicknameSkeleton(nickname))
  })

  it.each([
    ['Mira', 'Mara'],
    ['Zoé', 'Zoe'],
    ['王芳', '王方'],
  ])('%s and %s have different ones', (nickname, other) => {
    expect(nicknameSkeleton(other)).not.toBe(nicknameSkeleton(nickname))
  })

  it('a skeleton does not depend on how accents are encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => nicknameSkeleton(text.normalize('NFD')) === nicknameSkeleton(text.normalize('NFC')),
      ),
    )
  })
})

describe('reserved nicknames', () => {
  it.each(['Croquis', 'CROQUIS', 'Croquis Staff', 'Moderator.Jo', 'Аdmin', 'ADMlN', 'the-moderators', 'St4ff staff'])(
    'a member cannot be called %s',
    (nickname) => expect(isReservedNickname(nickname)).toBe(true),
  )

  it.each(['Mira', 'Badminton', 'Staffan', 'Croquisette', 'Modesty'])('a member can be called %s', (nickname) =>
    expect(isReservedNickname(nickname)).toBe(false),
  )
})
