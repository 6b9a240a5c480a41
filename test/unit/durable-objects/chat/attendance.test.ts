import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAT_USER_LIST_MAX } from '../../../../contract/limits.ts'
import {
  Attendance,
  addSocket,
  fullList,
  listChange,
  type People,
  removeSocket,
} from '../../../../durable-objects/chat/Attendance.ts'

const personOf = (id: number) => ({ id, nickname: `Mira ${id}`, avatar: null })
/** A room that these members have entered. */
function roomOf(...ids: number[]): People {
  const people: People = new Map()
  for (const id of ids) addSocket(people, personOf(id))
  return people
}
const crowd = (size: number) => roomOf(...Array.from({ length: size }, (_, i) => i + 1))

describe('the member list of a room', () => {
  it('applying the changes gives the same list as a fresh copy', () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 8 }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (steps) => {
        const people = roomOf()
        let sent = fullList(people)
        const shown = new Map<number, string>()
        for (const [comes, id, isSent] of steps) {
          if (comes) addSocket(people, personOf(id))
          else removeSocket(people, id)
          if (!isSent) continue
          const current = fullList(people)
          const change = listChange(sent, current)
          sent = current
          for (const gone of change?.left ?? []) shown.delete(gone)
          for (const { id, nickname } of change?.joined ?? []) shown.set(id, nickname)
          if (change) expect(change.count).toBe(people.size)
          expect([...shown.keys()].sort()).toEqual(current.users.map(({ id }) => id).sort())
        }
      }),
    )
  })

  describe('a member with two sockets', () => {
    it('a member with several sockets is listed once', () => {
      expect(fullList(roomOf(1, 1))).toMatchObject({ count: 1, users: [{ id: 1 }] })
    })

    it('a member is listed until their last socket closes', () => {
      const people = roomOf(1, 1)
      removeSocket(people, 1)
      expect(people.size).toBe(1)
      removeSocket(people, 1)
      expect(people.size).toBe(0)
    })

    it('a socket of a member who is not listed closes without a change', () => {
      const people = roomOf(1, 1)
      removeSocket(people, 2)
      expect(people).toEqual(roomOf(1, 1))
    })
  })

  it('the list names the first hundred members', () => {
    expect(fullList(crowd(CHAT_USER_LIST_MAX)).users).toHaveLength(CHAT_USER_LIST_MAX)
    expect(fullList(crowd(CHAT_USER_LIST_MAX + 1)).users).toHaveLength(CHAT_USER_LIST_MAX)
  })

  it('a member after the first hundred changes only the count', () => {
    const many = crowd(CHAT_USER_LIST_MAX)
    const before = fullList(many)
    addSocket(many, personOf(900))
    expect(listChange(before, fullList(many))).toEqual({ type: 'user-list', count: CHAT_USER_LIST_MAX + 1 })
  })

  it('the list names the next member when one of the first hundred leaves', () => {
    const many = crowd(CHAT_USER_LIST_MAX + 2)
    const before = fullList(many)
    removeSocket(many, 5)
    expect(listChange(before, fullList(many))).toEqual({
      type: 'user-list',
      count: CHAT_USER_LIST_MAX + 1,
      joined: [personOf(CHAT_USER_LIST_MAX + 1)],
      left: [5],
    })
  })

  it('an unchanged list is not sent', () => {
    const some = crowd(3)
    const before = fullList(some)
    addSocket(some, personOf(1))
    expect(listChange(before, fullList(some))).toBeNull()
    addSocket(some, personOf(9))
    removeSocket(some, 9)
    expect(listChange(before, fullList(some))).toBeNull()
  })
})

describe('delayed changes of the member list', () => {
  const sent = vi.fn()
  beforeEach(() => {
    sent.mockReset()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => vi.useRealTimers())

  it('changes are sent together a quarter of a second after the first', () => {
    const attendance = new Attendance(sent)
    attendance.enter(personOf(1))
    vi.advanceTimersByTime(150)
    attendance.enter(personOf(2))
    attendance.enter(personOf(3))
    vi.advanceTimersByTime(99)
    attendance.leave(3)
    expect(sent.mock.calls).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent.mock.calls).toEqual([[{ type: 'user-list', count: 2, joined: [personOf(1), personOf(2)] }, 2]])
  })

  it('a change after others were sent is sent a quarter of a second later', () => {
    const attendance = new Attendance(sent)
    for (const id of [1, 2]) attendance.enter(personOf(id))
    vi.advanceTimersByTime(1250)
    attendance.leave(1)
    vi.advanceTimersByTime(249)
    expect(sent.mock.calls.slice(1)).toEqual([])
    vi.advanceTimersByTime(1)
    expect(sent.mock.calls.slice(1)).toEqual([[{ type: 'user-list', count: 1, left: [1] }, 1]])
  })

  it('a member who leaves and returns within the delay causes no change', () => {
    const attendance = new Attendance(sent)
    attendance.restore(personOf(1))
    attendance.leave(1)
    attendance.enter(personOf(1))
    vi.advanceTimersByTime(250)
    expect(sent.mock.calls).toEqual([[null, 1]])
  })
})
