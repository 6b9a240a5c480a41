import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeOfComment } from '../../../contract/comment-place.ts'
import type { ReportedComments } from '../../../contract/http/reports.ts'
import type { RuleAndReason } from '../../../contract/http/rules.ts'
import { caseMessages } from '../../lib/messages/cases.ts'
import { messageOf } from '../../lib/messages/errors.ts'
import { itemsOf } from '../../lib/paged-query.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Link } from '../../ui/Link.tsx'
import { ListEnd } from '../../ui/ListEnd.tsx'
import { MemberLink } from '../../ui/MemberLink.tsx'
import { Page } from '../../ui/Page.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { StaffOnly } from '../../ui/StaffOnly.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { AuthorReasonDialog } from '../staff/AuthorReasonDialog.tsx'
import { DeskTabs } from './DeskTabs.tsx'
import { reportedCommentsQuery, useDeleteReportedComment } from './queries.ts'
import styles from './Reported.module.css'

/** Open reports of comments [2 §2]. */
export function ReportedCommentsPage() {
  return (
    <StaffOnly>
      <Page title="Reported comments" gap={16} width={1080}>
        <h1>Moderation</h1>
        <DeskTabs current="/gloperate/comments" />
        <CommentReports />
      </Page>
    </StaffOnly>
  )
}

/** The list of reported comments, also for other pages. */
export function CommentReports() {
  const query = useInfiniteQuery(reportedCommentsQuery)
  const reports = itemsOf(query.data)
  // Several members may have reported one comment.
  const [deleted, setDeleted] = useState<ReadonlySet<number>>(new Set())
  const remove = useDeleteReportedComment()
  const [toDelete, setToDelete] = useState<Report>()
  const send = async (id: number, why: RuleAndReason) => {
    await remove.mutateAsync({ id, ...why })
    setDeleted((before) => new Set([...before, id]))
  }
  return (
    <>
      {query.data && reports.length === 0 && <EmptyState>{caseMessages.noReports}</EmptyState>}
      <ul aria-label="Reported comments">
        {reports.map((report) => (
          <CommentReport
            key={report.id}
            report={report}
            isDeleted={report.deleted || deleted.has(report.commentId)}
            onDelete={() => setToDelete(report)}
          />
        ))}
      </ul>
      <ListEnd query={query} />
      {toDelete && (
        <AuthorReasonDialog
          title="Delete this comment?"
          author={toDelete.nickname}
          onReason={(why) => send(toDelete.commentId, why)}
          failure={(error) => caseMessages.deleteFailed(messageOf(error))}
          onClose={() => setToDelete(undefined)}
        >
          {caseMessages.deleteReported}
        </AuthorReasonDialog>
      )}
    </>
  )
}

type Report = ReportedComments['items'][number]

type CommentReportProps = { report: Report; isDeleted: boolean; onDelete: () => void }

/** A report. It is greyed if its comment was deleted [1 §4]. */
function CommentReport({ report, isDeleted, onDelete }: CommentReportProps) {
  const { caseId, userId, nickname, reporterId, reporter, date, commentId, text, commentedAt, target } = report
  const { address, place } = placeOfComment(target, commentId)
  return (
    <li className={classes(styles.report, isDeleted && styles.deleted)}>
      <div className={styles.texts}>
        <UserText>{text}</UserText>
        <p className={styles.facts}>
          <span>
            by <MemberLink id={userId} nickname={nickname} />
          </span>
          <span>
            on <Link to={address}>{place}</Link>
          </span>
          <RelativeTime time={commentedAt} />
        </p>
        <p className={styles.facts}>
          <span>
            reported by <MemberLink id={reporterId} nickname={reporter} />
          </span>
          <RelativeTime time={date} />
          <Link to={`/gloperate/case/${caseId}`}>{`Case ${caseId}`}</Link>
        </p>
      </div>
      {isDeleted ? (
        <strong>Deleted</strong>
      ) : (
        <Button aria-label={`Delete the comment of ${nickname}`} onClick={onDelete}>
          Delete
        </Button>
      )}
    </li>
  )
}
