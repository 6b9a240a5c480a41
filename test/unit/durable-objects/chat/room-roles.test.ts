import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROOM_EXCLUDED_MAX, ROOM_HELPERS_MAX } from '../../../../contract/limits.ts'
import {
  admittedChatState,
  entryEvents,
  isExcluded,
  isModerator,
  type Member,
  settingsOf,
} from '../../../../durable-objects/chat/state.ts'
import { REFUSED } from '../../../../durable-objects/realtime/refusals.ts'
import { broadcastEvents, ChatSimulation, memberOf, refusals } from '../../../support/unit/chat-simulation.ts'

const [owner, helper, other, mira] = [memberOf(), memberOf(), memberOf(), memberOf()]
const staff = memberOf({ flags: 'm' })

const about = ({ id, nickname, flags }: Member) => ({ userId: id, target: { nickname, flags } })

/** A room with an owner and a helper. */
function room(): ChatSimulation {
  const simulation = new ChatSimulation({ ownerId: owner.id })
  simulation.moderate(owner, { action: 'appoint', ...about(helper) })
  return simulation
}

const acts = (effects: ReturnType<ChatSimulation['moderate']>) =>
  typeof effects === 'string'
    ? effects
    : effects.flatMap((effect) => (effect.do === 'report' && effect.event.kind === 'act' ? [effect.event] : []))

describe('helpers of a room', () => {
  it('only the owner and staff appoint and remove helpers', () => {
    for (const by of [owner, staff]) {
      const simulation = new ChatSimulation({ ownerId: owner.id })
      expect(acts(simulation.moderate(by, { action: 'appoint', ...about(helper) }))).toMatchObject([
        { act: 'chat_appoint', staffId: by.id, userId: helper.id },
      ])
      expect(acts(simulation.moderate(by, { action: 'dismiss', ...about(helper) }))).toMatchObject([
        { act: 'chat_dismiss' },
      ])
    }
    expect(room().moderate(helper, { action: 'appoint', ...about(other) })).toBe('forbidden')
    expect(room().moderate(other, { action: 'appoint', ...about(other) })).toBe('forbidden')
  })

  it('a helper mutes, clears, deletes and shuts out as the owner does', () => {
    const simulation = room()
    for (const message of ['rude', 'ruder']) simulation.say(mira, message)
    for (const request of [
      { action: 'delete', id: 1, reason: '' },
      { action: 'mute', ...about(mira), minutes: 10, reason: '' },
      { action: 'clear', ...about(mira), reason: '' },
      { action: 'exclude', ...about(mira), reason: '' },
    ] as const)
      expect(acts(simulation.moderate(helper, request))).toMatchObject([{ act: `chat_${request.action}` }])
  })

  it('a helper cannot moderate the owner, staff or another helper', () => {
    const simulation = room()
    simulation.moderate(owner, { action: 'appoint', ...about(other) })
    simulation.say(owner, 'mine')
    for (const target of [owner, staff, other]) {
      for (const action of ['exclude', 'clear'] as const)
        expect(simulation.moderate(helper, { action, ...about(target), reason: '' })).toBe('forbidden')
      expect(simulation.moderate(helper, { action: 'mute', ...about(target), minutes: 10, reason: '' })).toBe(
        'forbidden',
      )
    }
    expect(simulation.moderate(helper, { action: 'delete', id: 1, reason: '' })).toBe('forbidden')
  })

  it('a helper can give up the role', () => {
    const simulation = room()
    expect(acts(simulation.moderate(helper, { action: 'dismiss', ...about(helper) }))).toHaveLength(1)
    expect(isModerator(simulation.room, helper)).toBe(false)
    expect(simulation.moderate(owner, { action: 'dismiss', ...about(helper) })).toBe('not_found')
  })

  it('to appoint a helper again changes nothing', () => {
    expect(room().moderate(owner, { action: 'appoint', ...about(helper) })).toEqual([])
  })

  it('a room has a maximum of helpers', () => {
    const simulation = new ChatSimulation({ ownerId: owner.id })
    for (let count = 0; count < ROOM_HELPERS_MAX; count++)
      expect(simulation.moderate(owner, { action: 'appoint', ...about(memberOf()) })).not.toBe('helper_limit')
    expect(simulation.moderate(owner, { action: 'appoint', ...about(memberOf()) })).toBe('helper_limit')
  })

  it('a helper enters as a moderator, and moderators see the helpers', () => {
    const simulation = room()
    expect(entryEvents(simulation.room, helper, undefined, simulation.now)[0]).toMatchObject({ moderator: true })
    expect(settingsOf(simulation.room, simulation.now).helpers).toEqual([
      { userId: helper.id, nickname: helper.nickname },
    ])
  })
})

describe('members who are shut out of a room', () => {
  const exclude = (simulation: ChatSimulation, by: Member, target: Member) =>
    simulation.moderate(by, { action: 'exclude', ...about(target), reason: 'caps' })

  it('the act is on the log with its reason, and moderators see the list until it is lifted', () => {
    const simulation = room()
    expect(acts(exclude(simulation, owner, mira))).toMatchObject([
      { act: 'chat_exclude', userId: mira.id, reason: 'caps' },
    ])
    expect(settingsOf(simulation.room, simulation.now).excluded).toMatchObject([
      { userId: mira.id, nickname: mira.nickname },
    ])
    expect(acts(simulation.moderate(helper, { action: 'readmit', ...about(mira) }))).toMatchObject([
      { act: 'chat_readmit' },
    ])
    expect(settingsOf(simulation.room, simulation.now).excluded).toEqual([])
    expect(simulation.moderate(owner, { action: 'readmit', ...about(mira) })).toBe('not_found')
  })

  it('members who are shut out of a room cannot write, edit or delete', () => {
    const simulation = room()
    simulation.say(mira, 'rude')
    exclude(simulation, owner, mira)
    expect(refusals(simulation.say(mira, 'again'))).toEqual([['excluded']])
    expect(refusals(simulation.send(mira, { type: 'edit', id: 1, message: 'ruder' }))).toEqual([['excluded']])
    expect(refusals(simulation.send(mira, { type: 'delete', id: 1 }))).toEqual([['excluded']])
  })

  it('staff and the owner cannot be shut out, even by staff', () => {
    for (const target of [staff, owner]) expect(exclude(room(), memberOf({ flags: 'a' }), target)).toBe('forbidden')
  })

  it('a helper who is shut out is no helper any more, and cannot be appointed again', () => {
    const simulation = room()
    exclude(simulation, owner, helper)
    expect(simulation.room.helpers.has(helper.id)).toBe(false)
    expect(simulation.moderate(owner, { action: 'appoint', ...about(helper) })).toBe('forbidden')
  })

  it('a room shuts out a maximum of members', () => {
    const excluded = new Map(
      Array.from({ length: ROOM_EXCLUDED_MAX }, (_, index) => [1e6 + index, { nickname: 'x', at: 0 }]),
    )
    expect(exclude(new ChatSimulation({ ownerId: owner.id, excluded }), owner, mira)).toBe('excluded_limit')
  })
})

describe('the roles of a room after any acts', () => {
  const people = [owner, helper, other, mira, staff]
  const act = fc.record({
    by: fc.constantFrom(...people),
    target: fc.constantFrom(...people),
    action: fc.constantFrom('appoint', 'dismiss', 'exclude', 'readmit', 'say'),
  })

  it('nobody is helper and shut out, staff and owner are never shut out, and who is shut out writes nothing', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 40 }), (script) => {
        const simulation = new ChatSimulation({ ownerId: owner.id })
        for (const { by, target, action } of script) {
          simulation.wait(5000)
          if (action === 'say') {
            const written = broadcastEvents(simulation.say(by, 'hello')).length
            expect(written).toBe(isExcluded(simulation.room, by) ? 0 : 1)
          } else if (action === 'exclude') simulation.moderate(by, { action, ...about(target), reason: '' })
          else simulation.moderate(by, { action, ...about(target) })
          const { helpers, excluded } = simulation.room
          expect([...helpers.keys()].filter((id) => excluded.has(id))).toEqual([])
          expect([staff, owner].filter(({ id }) => excluded.has(id))).toEqual([])
        }
      }),
    )
  })

  it('only the owner, staff and helpers change the roles', () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), (script) => {
        const simulation = new ChatSimulation({ ownerId: owner.id })
        for (const { by, target, action } of script) {
          if (action === 'say') continue
          const before = simulation.room
          const mayAct = isModerator(before, by)
          const request = action === 'exclude' ? { action, ...about(target), reason: '' } : { action, ...about(target) }
          simulation.moderate(by, request)
          if (!mayAct) expect(simulation.room).toBe(before)
        }
      }),
    )
  })
})

describe('the relation of a member to a room', () => {
  const fan = { ...mira, fan: true, inGroup: true }
  const ticketWith = (relation: { channel: string; fan: boolean; inGroup: boolean } | null) => ({
    member: mira,
    session: 'a',
    relation,
    issuedAt: 1000,
    expiresAt: 2000,
  })

  it.each([null, { channel: 'elsewhere', fan: true, inGroup: true }])(
    'a renewed ticket that is not of the room is refused, and the member has to enter again: %j',
    (relation) => {
      const state = { session: 'a', member: fan, expiresAt: 1500 }
      expect(admittedChatState(state, 'lobby', ticketWith(relation))).toBe(REFUSED.reconnect)
    },
  )

  it('a renewed ticket of the room replaces the relation', () => {
    const state = { session: 'a', member: fan, expiresAt: 1500 }
    const renewed = admittedChatState(state, 'lobby', ticketWith({ channel: 'lobby', fan: false, inGroup: true }))
    expect(renewed).toMatchObject({ member: { fan: false, inGroup: true } })
  })

  it.each([null, { channel: 'lobby', fan: false, inGroup: false }])(
    'a member who enters has the relation of the handshake, which is newer than that of the ticket: %j',
    (relation) => {
      const state = { session: 'a', member: fan, expiresAt: 0 }
      const admitted = admittedChatState(state, 'lobby', ticketWith(relation))
      expect(admitted).toMatchObject({ member: { fan: true, inGroup: true } })
    },
  )
})
