import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffLogEntry } from '../../../contract/http/staff-log.ts'
import type { Person } from '../../../contract/http/users.ts'
import type { StaffAction } from '../../../contract/staff-actions.ts'
import { ACTION_NAMES, staffLogMessages } from '../../lib/messages/staff-log.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { Page } from '../../ui/Page.tsx'
import { Select } from '../../ui/Select.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { DeskTabs } from '../cases/DeskTabs.tsx'
import { peopleQuery } from '../users/people.ts'
import { type StaffLogSearch, staffLogQuery } from './queries.ts'
import styles from './StaffLogPage.module.css'
import { StaffLogRow } from './StaffLogRow.tsx'

const TITLE = 'Staff log'
const NAME_MAX = 100
const PARTS = ['member', 'staff', 'action', 'from', 'to'] as const

/** The acts of staff, with a search whose parts are in the address. */
export function StaffLogPage() {
  return (
    <StaffOnly>
      <StaffLog />
    </StaffOnly>
  )
}

function StaffLog() {
  const [params] = useSearchParams()
  const search = searchOf(params)
  const query = useInfiniteQuery(staffLogQuery(search))
  const entries = itemsOf(query.data)
  const people = usePeopleOf(entries)
  return (
    <Page title={TITLE} gap={16} width={1080}>
      <h1>Moderation</h1>
      <DeskTabs current="/gloperate/log" />
      <p>{staffLogMessages.intro}</p>
      <SearchForm key={params.toString()} search={search} />
      {query.data && entries.length === 0 && (
        <EmptyState>{isEmpty(search) ? staffLogMessages.empty : staffLogMessages.noMatches}</EmptyState>
      )}
      <ul aria-label={TITLE}>
        {entries.map((entry) => (
          <StaffLogRow key={entry.id} entry={entry} people={people} />
        ))}
      </ul>
      <ListEnd query={query} />
    </Page>
  )
}

const NO_ONE: ReadonlyMap<number, Person> = new Map()

/** The members of entries as they are now. Earlier names stay while those of a next page are looked up. */
function usePeopleOf(entries: readonly StaffLogEntry[]): ReadonlyMap<number, Person> {
  const ids = [...new Set(entries.flatMap(({ staffId, userId }) => (userId === null ? [staffId] : [staffId, userId])))]
  const { data = NO_ONE } = useQuery({
    ...peopleQuery(ids),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
  })
  return data
}

const ACTIONS = [
  { value: '', label: 'All acts' },
  ...Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
] as readonly { value: StaffAction | ''; label: string }[]

function SearchForm({ search }: { search: StaffLogSearch }) {
  const [, setParams] = useSearchParams()
  const [action, setAction] = useState(search.action)
  const submit = (form: FormData) => {
    const parts = PARTS.map((part) => [
      part,
      part === 'action'
        ? action
        : String(form.get(part) ?? '')
            .trim()
            .slice(0, NAME_MAX),
    ])
    setParams(Object.fromEntries(parts.filter(([, value]) => value !== '')))
  }
  return (
    <search>
      <form aria-label="Search acts" action={submit} className={styles.search}>
        <TextField label="Member" name="member" hint="Nickname or id" defaultValue={search.member} />
        <TextField label="Staff" name="staff" hint="Nickname or id" defaultValue={search.staff} />
        <Select label="Act" options={ACTIONS} value={action} onChange={setAction} />
        <TextField label="From" name="from" type="date" hint="UTC" defaultValue={search.from} />
        <TextField label="To" name="to" type="date" hint="UTC, included" defaultValue={search.to} />
        <div className={styles.actions}>
          <Button type="submit" variant="primary">
            Search
          </Button>
          {!isEmpty(search) && <ButtonLink to="/gloperate/log">Clear</ButtonLink>}
        </div>
      </form>
    </search>
  )
}

const isEmpty = (search: StaffLogSearch) => PARTS.every((part) => search[part] === '')

/** The search in an address; parts that are no search are left out. */
function searchOf(params: URLSearchParams): StaffLogSearch {
  const day = (name: string) => (/^\d{4}-\d\d-\d\d$/.test(params.get(name) ?? '') ? (params.get(name) ?? '') : '')
  const action = ACTIONS.find(({ value }) => value === params.get('action'))?.value ?? ''
  const name = (part: string) => (params.get(part) ?? '').trim().slice(0, NAME_MAX)
  return { member: name('member'), staff: name('staff'), action, from: day('from'), to: day('to') }
}
