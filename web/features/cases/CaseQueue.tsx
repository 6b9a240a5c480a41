import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Brush,
  FileText,
  Flag,
  Gift,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  Radio,
  Target,
  Trophy,
  User,
  Users,
} from 'lucide-react'
import { useSearchParams } from 'react-router'
import { CASE_KINDS, type CaseKind } from '../../../contract/cases.ts'
import { type CaseItem, caseFilter, caseQueueParams } from '../../../contract/http/cases.ts'
import { countText } from '../../lib/format.ts'
import { ACTION_RESULTS, caseMessages, KIND_NAMES } from '../../lib/messages/cases.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { useUser } from '../../lib/session.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Select } from '../../ui/Select.tsx'
import styles from './CaseQueue.module.css'
import { type CaseSearch, casesQuery } from './queries.ts'

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Yours' },
  { value: 'decided', label: 'Decided' },
] as const

type KindChoice = CaseKind | 'all'

const KINDS: readonly { value: KindChoice; label: string }[] = [
  { value: 'all', label: 'All kinds' },
  ...CASE_KINDS.map((value) => ({ value, label: KIND_NAMES[value] })),
]

const ICONS: Record<CaseKind, LucideIcon> = {
  sketch: Flag,
  comment: MessageCircle,
  profile: User,
  stream: Radio,
  message: Mail,
  post: FileText,
  group: Users,
  compo: Trophy,
  challenge: Target,
  chatLine: MessageSquare,
  boardMark: Brush,
  gift: Gift,
}

/** The part of the queue that an address names. */
function useCaseSearch(): CaseSearch {
  const [params] = useSearchParams()
  const filter = caseFilter.safeParse(params.get('filter')).data ?? 'open'
  return { filter, kind: caseQueueParams.shape.kind.safeParse(params.get('kind') ?? '').data ?? '' }
}

/** Hint beside the queue; an empty queue has nothing to choose. */
export function ChooseCase({ className }: { className: string | undefined }) {
  const { data } = useInfiniteQuery(casesQuery(useCaseSearch()))
  return (!data || itemsOf(data).length > 0) && <p className={className}>{caseMessages.choose}</p>
}

/** Cases in the order of the queue, those of the viewer, or decided ones. The choice is in the address. */
export function CaseQueue({ openId }: { openId: number }) {
  const search = useCaseSearch()
  const [, setParams] = useSearchParams()
  const query = useInfiniteQuery(casesQuery(search))
  const cases = itemsOf(query.data)
  const choose = (part: Partial<CaseSearch>) => {
    const { filter, kind } = { ...search, ...part }
    setParams({ ...(filter !== 'open' && { filter }), ...(kind && { kind }) }, { replace: true, flushSync: true })
  }
  return (
    <section aria-label="Queue" className={styles.queue}>
      <div className={styles.filters}>
        <Segmented
          label="Cases to show"
          options={FILTERS}
          value={search.filter}
          onChange={(filter) => choose({ filter })}
        />
        <Select
          label="Kind"
          hideLabel
          options={KINDS}
          value={search.kind || 'all'}
          onChange={(kind) => choose({ kind: kind === 'all' ? '' : kind })}
        />
      </div>
      {query.data && cases.length === 0 && <EmptyState>{caseMessages.none[search.filter]}</EmptyState>}
      <ul aria-label="Cases">
        {cases.map((item) => (
          <CaseRow key={item.id} item={item} isOpen={item.id === openId} />
        ))}
      </ul>
      <ListEnd query={query} />
    </section>
  )
}

function CaseRow({ item, isOpen }: { item: CaseItem; isOpen: boolean }) {
  const { id, kind, title, author, reportsCount, date, claim, decided } = item
  const [params] = useSearchParams()
  const user = useUser()
  const isMine = claim?.userId === user?.id
  return (
    <li className={styles.case} aria-current={isOpen || undefined}>
      <Icon of={ICONS[kind]} />
      <div className={styles.texts}>
        <Link
          className={styles.title}
          to={{ pathname: `/gloperate/case/${id}`, search: params.toString() }}
          aria-label={`${KIND_NAMES[kind]}: ${title}`}
        >
          {title || KIND_NAMES[kind]}
        </Link>
        <p className={styles.facts}>
          <span>{author ? `${KIND_NAMES[kind]} by ${author.nickname}` : KIND_NAMES[kind]}</span>
          <span>{countText(reportsCount, 'report')}</span>
          {decided ? (
            <span>
              {ACTION_RESULTS[decided.action]} <RelativeTime time={decided.date} />
            </span>
          ) : (
            <RelativeTime time={date} />
          )}
          {claim && <strong>{isMine ? 'Yours' : `${claim.nickname} works on it`}</strong>}
        </p>
      </div>
    </li>
  )
}
