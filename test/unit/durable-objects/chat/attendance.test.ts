import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CHAT_USER_LIST_MAX } from '../../../../contract/limits.ts'
import {
  Attendance,
  fullList,
  listChange,
  type People,
  withoutSocket,
  withSocket,
} from '../../../../durable-objects/chat/Attendance.ts'

const personOf = (id: number) => ({ id, nickname: `Mira ${id}`, avatar: null })
const crowd = (size: number) =>
  Array.from({ length: size }, (_, i) => personOf(i + 1)).reduce(withSocket, new Map() as People)

describe('the member list of a room', () => {
  it('applying the changes gives the same list as a fresh copy', () => {
    const moves = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 8 }), fc.boolean()), { maxLength: 60 })
    fc.assert(
      fc.property(moves, (steps) => {
        let people: People = new Map()
        let sent: People = people
        const shown = new Map<number, string>()
        for (const [comes, id, isSent] of steps) {
          people = comes ? withSocket(people, personOf(id)) : withoutSocket(people, id)
          if (!isSent) continue
          const change = listChange(sent, people)
          sent = people
          for (const gone of change?.left ?? []) shown.delete(gone)
          for (const { id, nickname } of change?.joined ?? []) shown.set(id, nickname)
          if (change) expect(change.count).toBe(people.size)
          expect([...shown.keys()].sort()).toEqual(
            fullList(people)
              .users?.map(({ id }) => id)
              .sort(),
          )
        }
      }),
    )
  })

  describe('a member with two sockets', () => {
    const twice = withSocket(withSocket(new Map(), personOf(1)), personOf(1))

    it('a member with several sockets is listed once', () => {
      expect(fullList(twice)).toMatchObject({ count: 1, users: [{ id: 1 }] })
    })

    it('a member is listed until their last socket closes', () => {
      expect(withoutSocket(twice, 1).size).toBe(1)
      expect(withoutSocket(withoutSocket(twice, 1), 1).size).toBe(0)
    })

    it('a socket of a member who is not listed closes without a change', () => {
      expect(withoutSocket(twice, 2)).toBe(twice)
    })
  })

  it('the list names the first hundred members', () => {
    expect(fullList(crowd(CHAT_USER_LIST_MAX)).users).toHaveLength(CHAT_USER_LIST_MAX)
    expect(fullList(crowd(CHAT_USER_LIST_MAX + 1)).users).toHaveLength(CHAT_USER_LIST_MAX)
  })

  it('a member after the first hundred changes only the count', () => {
    const many = crowd(CHAT_USER_LIST_MAX)
    expect(listChange(many, withSocket(many, personOf(900)))).toEqual({
      type: 'user-list',
      count: CHAT_USER_LIST_MAX + 1,
    })
  })

  it('the list names the next member when one of the first hundred leaves', () => {
    const many = crowd(CHAT_USER_LIST_MAX + 2)
    expect(listChange(many, withoutSocket(many, 5))).toEqual({
      type: 'user-list',
      count: CHAT_USER_LIST_MAX + 1,
      joined: [personOf(CHAT_USER_LIST_MAX + 1)],
      left: [5],
    })
  })

  it('an unchanged list is not sent', () => {
    const some = crowd(3)
    expect(listChange(some, withSocket(some, personOf(1)))).toBeNull()
    expect(listChange(some, withoutSocket(withSocket(some, personOf(9)), 9))).toBeNull()
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
