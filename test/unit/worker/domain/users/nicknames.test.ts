import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReservedNickname, nicknameRefusal } from '../../../../../worker/domain/users/nicknames.ts'
import { skeletonOf } from '../../../../../worker/lib/skeleton.ts'

describe('skeletons of nicknames', () => {
  it.each([
    ['Mira', 'Міrа', 'Cyrillic letters'],
    ['Noor', 'Νοοr', 'Greek letters'],
    ['Ilya', 'llya', 'a small L for a capital I'],
    ['Otto', '0tto', 'a zero for an O'],
    ['Emma', 'Ernrna', 'two letters for one'],
    ['Mira', 'Ｍｉｒａ', 'full width'],
  ])('%s and %s have the same skeleton (%s)', (nickname, other) => {
    expect(skeletonOf(other)).toBe(skeletonOf(nickname))
  })

  it.each([
    ['Mira', 'Mara'],
    ['Zoé', 'Zoe'],
    ['王芳', '王方'],
  ])('%s and %s have different skeletons', (nickname, other) => {
    expect(skeletonOf(other)).not.toBe(skeletonOf(nickname))
  })

  it('a skeleton does not depend on how accents are encoded', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => skeletonOf(text.normalize('NFD')) === skeletonOf(text.normalize('NFC')),
      ),
    )
  })
})

describe('reserved nicknames', () => {
  it.each(['Croquis', 'CROQUIS', 'Croquis Staff', 'Moderator.Jo', 'Аdmin', 'ADMlN', 'the-moderators', 'St4ff staff'])(
    'a member cannot be called %s',
    (nickname) => expect(isReservedNickname(nickname)).toBe(true),
  )

  it.each([
    ...['Moderator1', 'CroquisStaff', '1admin', 'staff_2026', 'AdminStaff', 'Administrators'],
    ...['support', 'Support 24', 'official', 'Official.Support', 'System', 'systern', '0fficial1', 'SupportTeam'],
    ...['mod', 'MOD', 'Mods', 'team', 'official team', 'ModTeam Official', 'mod.support', 'Моderator1'],
  ])('a member cannot be called %s, which has only reserved words', (nickname) =>
    expect(isReservedNickname(nickname)).toBe(true),
  )

  it.each([
    ...['Mira', 'Badminton', 'Staffan', 'Croquisette', 'Modesty', 'Modigliani', 'Adminah', 'teamwork', 'Flagstaff'],
    ...['Ecosystem', 'Systema', 'Supportive Sue', 'My System', 'Unofficial', 'Officially Ann', 'Mod Squad', 'Team 7'],
    ...['Solar System', 'Team Mira', 'Modteam', '2026', '1.2'],
  ])('a member can be called %s', (nickname) => expect(isReservedNickname(nickname)).toBe(false))

  const word = fc.constantFrom('Staff', 'moderator', 'GLOPERATOR', 'admin', 'Croquis', 'support', 'Official', 'system')
  const filler = fc.stringMatching(/^[0-9 ._'-]{0,4}$/)

  it('reserved words stay reserved with digits and separators around them', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(filler, word), { minLength: 1, maxLength: 2 }), filler, (parts, end) =>
        isReservedNickname(`${parts.flat().join('')}${end}`),
      ),
    )
  })

  it('a reserved word inside a longer word is not reserved', () => {
    const rest = fc.stringMatching(/^[bcdfghjkpqvwxz]{1,6}$/)
    fc.assert(
      fc.property(rest, word, rest, (before, middle, after) => {
        const names = [`${before}${middle}`, `${middle}${after}`, `${before}${middle}${after}`]
        return names.every((nickname) => !isReservedNickname(nickname))
      }),
    )
  })
})

describe('nicknames that are web addresses', () => {
  it.each([
    'win-ipads.shop',
    'Prize at Free.COM',
    'www.hearts',
    'hearts.ｃｏｍ',
    "it's.me",
    'win.live',
    'no1.dev',
    'приз.рф',
  ])('a member cannot be called %s', (nickname) => expect(nicknameRefusal(nickname)).toBe('nickname_web_address'))

  it.each(['J. Smith', 'J.R.R.', 'Mr. Ink', 'dot.', '3.14'])('a member can be called %s', (nickname) =>
    expect(nicknameRefusal(nickname)).toBeNull(),
  )

  it('a reserved nickname is refused as such', () => {
    expect(nicknameRefusal('staff.shop')).toBe('nickname_reserved')
  })
})
