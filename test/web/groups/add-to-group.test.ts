import { describe, expect, it } from 'vitest'
import { groupChoices } from '../../../web/features/groups/AddToGroupDialog.tsx'

const [PONDS, LAKES, SEAS] = ['ponds', 'lakes', 'seas'].map((id) => ({ id, title: id })) as [Name, Name, Name]
type Name = { id: string; title: string }

const choicesOf = (isArtist: boolean, removedFrom: Name[] = [], inside = [PONDS, LAKES]) =>
  groupChoices({
    ...{ own: [PONDS], isArtist, removedFrom },
    items: inside.map((group) => ({ ...group, canRemove: isArtist })),
    waiting: [SEAS],
  })
const idsOf = (...given: Parameters<typeof choicesOf>) => choicesOf(...given).map(({ id, isOwn }) => [id, isOwn])

describe('the groups in which a sketch can be put', () => {
  it('artists find groups of their sketch of which they are not members, and can remove it there', () => {
    expect(idsOf(true)).toEqual([
      ['ponds', true],
      ['lakes', false],
      ['seas', false],
    ])
  })

  it('other members find only their own groups and the queues in which their suggestion waits', () => {
    expect(idsOf(false)).toEqual([
      ['ponds', true],
      ['seas', false],
    ])
  })

  it('a group remains in the list, unchecked, after the sketch was removed from it', () => {
    expect(idsOf(true, [LAKES], [PONDS])).toEqual(idsOf(true))
    expect(choicesOf(true, [LAKES], [PONDS])[1]).toMatchObject({ id: 'lakes', isInside: false, canRemove: true })
  })

  it('only the artist, owner and moderators can uncheck a group, and members can uncheck their own suggestion', () => {
    expect(choicesOf(false).map(({ canRemove }) => canRemove)).toEqual([false, true])
    expect(choicesOf(true).every(({ canRemove }) => canRemove)).toBe(true)
  })
})
