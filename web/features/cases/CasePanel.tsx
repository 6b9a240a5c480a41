import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { CaseDetail } from '../../../contract/http/cases.ts'
import { CASE_HISTORY_MAX } from '../../../contract/limits.ts'
import { fromWireTime } from '../../../contract/time.ts'
import { countText, timeText } from '../../lib/format.ts'
import { ACTION_RESULTS, caseMessages, KIND_NAMES, REPORT_REASON_NAMES } from '../../lib/messages/cases.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { RULE_LABELS } from '../../lib/messages/rules.ts'
import { ACTION_NAMES } from '../../lib/messages/staff-log.ts'
import { useUser } from '../../lib/session.ts'
import { toastFailure } from '../../lib/toast-failure.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { focusById, useFocusAfterClose } from '../../ui/focus.ts'
import { Link } from '../../ui/Link.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AppealBody } from './AppealBody.tsx'
import styles from './CasePanel.module.css'
import { DecideForm } from './DecideForm.tsx'
import { EvidenceView } from './Evidence.tsx'
import { caseQuery, useClaimCase, useReleaseCase } from './queries.ts'
import { UndoDialog } from './UndoDialog.tsx'

/** A case: evidence, reports, the author's history, and the decision or the form for it. */
export function CasePanel({ id }: { id: number }) {
  const { data: found, isError, error, refetch } = useQuery(caseQuery(id))
  const [params] = useSearchParams()
  return (
    <article aria-label={`Case ${id}`} className={styles.panel}>
      <ButtonLink icon={ArrowLeft} to={{ pathname: '/gloperate', search: params.toString() }} className={styles.back}>
        All cases
      </ButtonLink>
      {isError && !found && <LoadFailure onRetry={() => void refetch()}>{messageOf(error)}</LoadFailure>}
      {found && <Case found={found} />}
    </article>
  )
}

function Case({ found }: { found: CaseDetail }) {
  const { id, kind, author, present, reports, reportsCount, decision, appeal } = found
  const user = useUser()
  const isOwn = author !== null && author.id === user?.id
  return (
    <>
      <header className={styles.head}>
        <div>
          <h2>
            {KIND_NAMES[kind]}
            {author && (
              <>
                {' by '}
                <MemberLink id={author.id} nickname={author.nickname} />
              </>
            )}
          </h2>
          <p className={styles.soft}>{present === null ? caseMessages.gone : `Case ${id}`}</p>
        </div>
        {decision === null && !isOwn && <Claim found={found} />}
      </header>
      <section className={styles.section} aria-labelledby="evidence">
        <h3 id="evidence">
          Evidence{' '}
          <small className={styles.soft}>
            {reportsCount === 0 ? 'as it was when staff acted' : 'as it was when it was first reported'}
          </small>
        </h3>
        <EvidenceView found={found} />
      </section>
      <section className={styles.section} aria-labelledby="reports">
        <h3 id="reports">{countText(reportsCount, 'report')}</h3>
        <ul>
          {reports.map((report) => (
            <Report key={report.userId} report={report} found={found} />
          ))}
        </ul>
        {reportsCount === 0 && <p className={styles.soft}>{caseMessages.unreported}</p>}
        {isOwn && reportsCount > 0 && <p className={styles.soft}>{caseMessages.ownReports}</p>}
        {!isOwn && reports.length < reportsCount && (
          <p className={styles.soft}>{caseMessages.moreReports(reports.length)}</p>
        )}
      </section>
      {author && <History found={found} />}
      {decision && <Decision found={found} decision={decision} isOwn={isOwn} />}
      {appeal && (
        <section className={styles.section} aria-labelledby="appeal">
          <h3 id="appeal">{`Appeal of ${appeal.member.nickname}`}</h3>
          <AppealBody appeal={appeal} />
        </section>
      )}
      {!decision && isOwn && <p>This case is about you. Someone else on staff decides it.</p>}
      {!decision && !isOwn && <DecideForm found={found} />}
    </>
  )
}

/** The claim of the case, which other staff see. */
function Claim({ found: { id, claim } }: { found: CaseDetail }) {
  const user = useUser()
  const claimCase = useClaimCase()
  const release = useReleaseCase()
  const failed = { onError: (error: unknown) => toastFailure(messageOf(error)) }
  if (claim?.userId === user?.id && claim) {
    return (
      <div className={styles.claim}>
        <span className={styles.soft}>{`Yours until ${timeText(fromWireTime(claim.dateEnd))}`}</span>
        <Button busy={release.isPending} onClick={() => release.mutate(id, failed)}>
          Release
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.claim}>
      {claim && <strong>{`${claim.nickname} works on it until ${timeText(fromWireTime(claim.dateEnd))}`}</strong>}
      <Button busy={claimCase.isPending} onClick={() => claimCase.mutate({ id, takeOver: claim !== null }, failed)}>
        {claim ? 'Take over' : 'Claim'}
      </Button>
    </div>
  )
}

function Report({ report, found }: { report: CaseDetail['reports'][number]; found: CaseDetail }) {
  const { userId, nickname, reasons, details, atSeconds, date } = report
  return (
    <li className={styles.row}>
      <p className={styles.facts}>
        <MemberLink id={userId} nickname={nickname} />
        {reasons.length > 0 && <span>{reasons.map((reason) => REPORT_REASON_NAMES[reason]).join(', ')}</span>}
        {atSeconds !== null && (
          <span>
            at <Link to={`/stream/${found.target}?t=${atSeconds}`}>{clockText(atSeconds)}</Link>
          </span>
        )}
        <RelativeTime time={date} />
      </p>
      {details && <UserText>{details}</UserText>}
    </li>
  )
}

/** A time in a stream: minutes and seconds. */
const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Acts of staff that concern the author, and other cases about them. */
function History({ found: { author, history } }: { found: CaseDetail }) {
  const { acts, cases } = history
  return (
    <section className={styles.section} aria-labelledby="history">
      <h3 id="history">{`History of ${author?.nickname ?? ''}`}</h3>
      {acts.length + cases.length === 0 && <p className={styles.soft}>{caseMessages.untouched}</p>}
      <ul>
        {acts.map(({ id, action, reason, staff, date }) => (
          <li key={id} className={styles.row}>
            <p className={styles.facts}>
              <strong>{(ACTION_NAMES as Partial<Record<string, string>>)[action] ?? action}</strong>
              <span>{`by ${staff}`}</span>
              <RelativeTime time={date} />
            </p>
            {reason && <UserText>{reason}</UserText>}
          </li>
        ))}
        {cases.map(({ id, kind, title, decided }) => (
          <li key={`case ${id}`} className={styles.row}>
            <p className={styles.facts}>
              <Link to={`/gloperate/case/${id}`}>{`Case ${id}: ${title || KIND_NAMES[kind]}`}</Link>
              <span>{decided ? ACTION_RESULTS[decided.action] : 'Open'}</span>
            </p>
          </li>
        ))}
      </ul>
      {author && (acts.length === CASE_HISTORY_MAX || cases.length === CASE_HISTORY_MAX) && (
        <p className={styles.soft}>
          {`The latest ${CASE_HISTORY_MAX} are shown. `}
          <Link to={`/gloperate/log?member=${author.id}`}>{`All acts about ${author.nickname}`}</Link>
        </p>
      )}
    </section>
  )
}

type DecisionProps = { found: CaseDetail; decision: NonNullable<CaseDetail['decision']>; isOwn: boolean }

function Decision({ found, decision, isOwn }: DecisionProps) {
  const { staffId, staff, action, rule, reason, note, date, canUndo, undone } = decision
  const [isUndoing, setUndoing] = useState(false)
  const heading = `decision-${found.id}`
  useFocusAfterClose(isUndoing, () => focusById(heading))
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h3 id={heading}>{ACTION_RESULTS[action]}</h3>
      <p className={styles.facts}>
        <span>
          by <MemberLink id={staffId} nickname={staff} />
        </span>
        <RelativeTime time={date} />
        {rule && <span>{RULE_LABELS[rule]}</span>}
      </p>
      {reason && <UserText>{reason}</UserText>}
      {note && <UserText className={styles.soft}>{`Notes: ${note}`}</UserText>}
      {undone && (
        <p>
          {`Undone by ${undone.nickname} `}
          <RelativeTime time={undone.date} />
        </p>
      )}
      {canUndo && !isOwn && (
        <div>
          <Button onClick={() => setUndoing(true)}>Undo</Button>
        </div>
      )}
      {isUndoing && <UndoDialog found={found} onClose={() => setUndoing(false)} />}
    </section>
  )
}
