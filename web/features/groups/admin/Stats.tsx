import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GROUP_SORTS, type GroupSort } from '../../../../contract/http/group-admin.ts'
import type { Group, GroupList } from '../../../../contract/http/groups.ts'
import { numberText, shortDateText } from '../../../lib/format.ts'
import { groupAdminMessages, groupMessages, withReason } from '../../../lib/messages/groups.ts'
import { REASON_MISSING } from '../../../lib/messages/staff.ts'
import { itemsOf } from '../../../lib/paged-query.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { Link } from '../../../ui/Link.tsx'
import { ListEnd } from '../../../ui/ListEnd.tsx'
import { type Column, Table } from '../../../ui/Table.tsx'
import { StaffReasonField } from '../../staff/StaffReasonField.tsx'
import { statsQuery, useSetOfficial } from './queries.ts'

/** A table of all groups. Choosing a column sorts it in descending order and returns to its first page [2 §2]. */
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
  {
    key: 'group',
    label: 'Group',
    cell: ({ id, title, hidden }) => (
      <>
        <Link to={`/group/${id}`}>{title}</Link>
        {hidden && ` (${groupMessages.hiddenMark[hidden]})`}
      </>
    ),
  },
  number('users', 'Members', ({ users }) => users),
  number('sketches', 'Sketches', ({ sketches }) => sketches),
  number('glops', 'Glops', ({ glops }) => glops),
  number('upvotes', 'Votes', ({ upvotes }) => upvotes),
  { key: 'stars', label: 'Stars', number: true, cell: ({ stars }) => numberText(stars) },
  {
    key: 'activity',
    label: 'Activity',
    sortable: true,
    oneLine: true,
    cell: ({ latestActivity }) => shortDateText(latestActivity),
  },
  { key: 'official', label: 'Official', cell: (group) => <OfficialToggle group={group} sort={sort} /> },
]

function number(key: GroupSort, label: string, value: (group: Group) => number): Column<Group> {
  return { key, label, number: true, sortable: true, cell: (group) => numberText(value(group)) }
}

/** Button that marks a group as official or not. Asks for a reason, which the audit log shows. */
function OfficialToggle({ group: { id, title, official }, sort }: { group: Group; sort: GroupSort }) {
  const client = useQueryClient()
  const setOfficial = useSetOfficial()
  const [isAsking, setAsking] = useState(false)
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
  const change = async (form: FormData) => {
    const reason = String(form.get('reason') ?? '').trim()
    if (!reason) return { field: 'reason', error: REASON_MISSING }
    await setOfficial.mutateAsync({ id, official: !official, reason })
    show(!official)
    return undefined
  }
  return (
    <>
      <Checkbox checked={official} aria-label={`${title} is official`} onChange={() => setAsking(true)}>
        {null}
      </Checkbox>
      {isAsking && (
        <FormDialog
          title={official ? `Take the official mark from ${title}?` : `Make ${title} official?`}
          submit={official ? 'Take the mark' : 'Make official'}
          onSubmit={change}
          failure={(error) => withReason(groupAdminMessages.officialFailed(title), error)}
          onClose={() => setAsking(false)}
        >
          {(errorOf) => <StaffReasonField error={errorOf('reason')} />}
        </FormDialog>
      )}
    </>
  )
}
