import { expect, it } from 'vitest'
import { CallError } from '../../../web/lib/call.ts'
import { decideFailureOf } from '../../../web/lib/messages/cases.ts'

it('the desk says where staff can replace a longer ban', () => {
  expect(decideFailureOf(new CallError(409, 'longer_ban', null))).toContain('on the member’s profile')
  expect(decideFailureOf(new CallError(409, 'decided_already', null))).toBe('This has already been decided.')
})
