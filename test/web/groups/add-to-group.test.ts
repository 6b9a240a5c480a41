import { describe, expect, it } from 'vitest'
import { groupChoices } from '../../../web/features/groups/AddToGroupDialog.tsx'

const [PONDS, LAKES, SEAS] = ['ponds', 'lakes', 'seas'].map((id) => ({ id, title: id })) as [Name, Name, Name]
type Name = { id: string; title: string }

const idsOf = (isArtist: boolean) =>
  groupChoices([PONDS], { items: [PONDS, LAKES], waiting: [SEAS] }, isArtist).map(({ id, isOwn }) => [id, isOwn])

describe('the groups in which a sketch can be put', () => {
  it('artists find groups of their sketch in which they are not, to take it out', () => {
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
})
