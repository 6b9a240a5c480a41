import { describe, expect, it } from 'vitest'
import type { Role, StaffMember } from '../../../contract/http/staff.ts'
import { profileIdOf } from '../../../web/features/staff/profile-link.ts'
import { lastDayOf, roleChanges } from '../../../web/features/staff/role-changes.ts'
import { CallError } from '../../../web/lib/call.ts'
import { staffMessageOf } from '../../../web/lib/messages/staff.ts'

const NOW = Date.parse('2026-11-30T10:00:00Z')

const member = (flags: string): StaffMember => ({
  ...{ id: 7, nickname: 'Mira', flags, patronUntil: null },
  may: { edit: true, ban: true, impersonate: true, merge: true, setRoles: true },
})
const changes = (flags: string, roles: string, term: 1 | 12 | null = null) =>
  roleChanges(member(flags), { roles: new Set([...roles] as Role[]), term, reason: 'Helps.' }, NOW)

describe('the calls of the dialog of roles', () => {
  it('one call is sent for each changed role', () => {
    const change = { userId: 7, reason: 'Helps.' }
    expect(changes('gf', 'gm')).toEqual([
      { ...change, role: 'm', granted: true },
      { ...change, role: 'f', granted: false },
    ])
  })

  it('unchanged roles send nothing', () => {
    expect(changes('gmp', 'gmp')).toEqual([])
  })

  it('a patron is sent with the last day of the term', () => {
    expect(changes('', 'p', 12)).toMatchObject([{ role: 'p', granted: true, until: '2027-11-30' }])
  })

  it('a patron gets another term', () => {
    expect(changes('p', 'p', 1)).toMatchObject([{ role: 'p', granted: true, until: '2026-12-30' }])
  })

  it('a term ends on the last day of a shorter month', () => {
    expect(lastDayOf(3, NOW)).toBe('2027-02-28')
  })
})

describe('the link of the account to merge into', () => {
  it.each([
    ['https://croquis.example/user/12', 12],
    [' /user/12/fans?x=1 ', 12],
    ['/user/0', null],
    ['12', null],
    ['/sketch/12', null],
    ['', null],
  ])('%j leads to the account %j', (text, id) => {
    expect(profileIdOf(text)).toBe(id)
  })
})

describe('the message of a failed act of staff', () => {
  it.each([new Error('offline'), new CallError(500, 'internal', null)])('a failure reads "Error!" [2 §8]', (error) => {
    expect(staffMessageOf(error)).toBe('Error!')
  })

  it.each([
    ['staff_act_limit', 'Gloperators can act on 300 things and members a day, admins 3,000.'],
    ['room_act_limit', 'Gloperators can act 1,000 times in chat rooms a day, admins 5,000.'],
    ['deletion_limit', 'Gloperators can take down 200 things by others a day, admins 2,000.'],
    ['other_act_limit', 'Gloperators can make 300 other changes a day, admins 3,000.'],
    ['merge_limit', 'Gloperators can merge 5 accounts a day, admins 30.'],
  ] as const)('a limit of a day says its number: %s', (code, text) => {
    expect(staffMessageOf(new CallError(409, code, null))).toBe(`${text} An admin can help you now.`)
  })

  it('a refusal says why', () => {
    expect(staffMessageOf(new CallError(409, 'last_admin', null))).toBe(
      'The site needs at least one admin. Make someone else an admin first.',
    )
  })
})
