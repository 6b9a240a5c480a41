import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { banDurationText } from '../../../contract/ban.ts'
import { type AppealItem, appealFilter } from '../../../contract/http/appeals.ts'
import { ACTION_RESULTS, KIND_NAMES } from '../../lib/messages/cases.ts'
import { appealMessages } from '../../lib/messages/decisions.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AppealBody } from './AppealBody.tsx'
import { appealsQuery } from './appeal-queries.ts'
import styles from './CasePanel.module.css'
import { DeskTabs } from './DeskTabs.tsx'

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Decided' },
] as const

/** Appeals of members. Staff cannot decide an appeal against their own decision. The filter is in the address. */
export function AppealsPage() {
  return (
    <StaffOnly>
      <Page title="Appeals" gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/appeals" />
        <Appeals />
      </Page>
    </StaffOnly>
  )
}

function Appeals() {
  const [params, setParams] = useSearchParams()
  const filter = appealFilter.safeParse(params.get('filter')).data ?? 'open'
  const query = useInfiniteQuery(appealsQuery(filter))
  const appeals = itemsOf(query.data)
  const choose = (value: string) =>
    setParams(value === 'open' ? {} : { filter: value }, { replace: true, flushSync: true })
  return (
    <>
      <Segmented label="Appeals to show" options={FILTERS} value={filter} onChange={choose} />
      {query.data && appeals.length === 0 && <EmptyState>{appealMessages.none[filter]}</EmptyState>}
      <ul aria-label="Appeals" className={styles.appeals}>
        {appeals.map((appeal) => (
          <AppealRow key={appeal.id} appeal={appeal} />
        ))}
      </ul>
      <ListEnd query={query} />
    </>
  )
}

function AppealRow({ appeal }: { appeal: AppealItem }) {
  const { member, caseId, kind, title, action, reason, duration, dateDecided } = appeal
  return (
    <li className={styles.section}>
      <h2>{kind ? `${KIND_NAMES[kind]}: ${title}` : 'Account'}</h2>
      <p className={styles.facts}>
        <span>
          by <MemberLink id={member.id} nickname={member.nickname} />
        </span>
        <strong>{ACTION_RESULTS[action]}</strong>
        {action === 'ban' && duration !== null && <span>{banDurationText(duration)}</span>}
        <RelativeTime time={dateDecided} />
        {caseId !== null && <Link to={`/gloperate/case/${caseId}`}>{`Case ${caseId}`}</Link>}
      </p>
      <UserText className={styles.soft}>{reason}</UserText>
      <AppealBody appeal={appeal} />
    </li>
  )
}
