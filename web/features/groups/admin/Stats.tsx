import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GROUP_SORTS, type GroupSort } from '../../../../contract/http/group-admin.ts'
import type { Group, GroupList } from '../../../../contract/http/groups.ts'
import { dateText, numberText } from '../../../lib/format.ts'
import { groupAdminMessages, withReason } from '../../../lib/messages/groups.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { toastFailure } from '../../../lib/toast.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Link } from '../../../ui/Link.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { statsQuery, useSetOfficial } from './queries.ts'

/** A table of all groups. A column sorts it, the greatest first, from its start [2 §2]. */
export function Stats() {
  const [sort, setSort] = useState<GroupSort>('activity')
  const query = useInfiniteQuery(statsQuery(sort))
  const rows = itemsOf(query.data)
  if (query.data && rows.length === 0) return <EmptyState>{groupAdminMessages.noGroups}</EmptyState>
  return (
    <>
      <Table
        label="Groups"
        columns={columnsFor(sort)}
        rows={rows}
        rowKey={({ id }) => id}
        sort={{ key: sort, descending: true }}
        onSort={({ key }) => setSort(GROUP_SORTS.find((name) => name === key) ?? 'activity')}
      />
      <ListEnd query={query} />
    </>
  )
}

const columnsFor = (sort: GroupSort): Column<Group>[] => [
  { key: 'group', label: 'Group', cell: ({ id, title }) => <Link to={`/group/${id}`}>{title}</Link> },
  number('users', 'Members', ({ users }) => users),
  number('sketches', 'Sketches', ({ sketches }) => sketches),
  number('glops', 'Glops', ({ glops }) => glops),
  number('upvotes', 'Votes', ({ upvotes }) => upvotes),
  { key: 'stars', label: 'Stars', number: true, cell: ({ stars }) => numberText(stars) },
  { key: 'activity', label: 'Activity', sortable: true, cell: ({ latestActivity }) => dateText(latestActivity) },
  { key: 'official', label: 'Official', cell: (group) => <OfficialToggle group={group} sort={sort} /> },
]

function number(key: GroupSort, label: string, value: (group: Group) => number): Column<Group> {
  return { key, label, number: true, sortable: true, cell: (group) => numberText(value(group)) }
}

/** Optimistic; undone when the site refuses it. */
function OfficialToggle({ group: { id, title, official }, sort }: { group: Group; sort: GroupSort }) {
  const client = useQueryClient()
  const setOfficial = useSetOfficial()
  const show = (isOfficial: boolean) =>
    client.setQueryData<InfiniteData<GroupList, string>>(
      statsQuery(sort).queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === id ? { ...item, official: isOfficial } : item)),
          })),
        },
    )
  const change = (isOfficial: boolean) => {
    show(isOfficial)
    setOfficial.mutate(
      { id, official: isOfficial },
      {
        onError: (error) => {
          show(!isOfficial)
          toastFailure(withReason(groupAdminMessages.officialFailed(title), error))
        },
      },
    )
  }
  return (
    <Checkbox checked={official} aria-label={`${title} is official`} onChange={(event) => change(event.target.checked)}>
      {null}
    </Checkbox>
  )
}
